import type { NextConfig } from 'next';

/**
 * Next serves the pages; `server.ts` is the production server and answers `/api/v1` itself.
 * The external packages are native, carry WebAssembly, or keep process-wide state: Next must not bundle them.
 */
const config: NextConfig = {
  serverExternalPackages: ['@electric-sql/pglite', 'ioredis', 'pg', 'pino', 'prom-client', 'node-llama-cpp'],
  poweredByHeader: false,
  // No page has pictures that Next would resize, and a public resizer costs time and disk.
  images: { unoptimized: true },
  // `npm run check` checks the types of the whole tree, tests included; a user's first start need not wait for that.
  typescript: { ignoreBuildErrors: true },
  // A trailing slash changes nothing: no redirect may lose the body of a POST.
  skipTrailingSlashRedirect: true,
  // As the production server does: pages of the reference as Markdown.
  rewrites: () => Promise.resolve([{ source: '/docs/:page.md', destination: '/doc/markdown/:page' }]),
};

export default config;
