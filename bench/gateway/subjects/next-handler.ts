import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../lib/platform/project-root';
import type { RunningSubject, Subject } from '../types';
import { missingGateway, nextInstallation } from './installations';
import { startSubject } from './program';

/** A route handler that forwards request and answer, like many gateways written with Next.js. */
const HANDLER = `
export const dynamic = 'force-dynamic';
export async function POST(request) {
  const { body, headers, status } = await fetch(process.env.UPSTREAM_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: request.headers.get('authorization') ?? '' },
    body: await request.text(),
    cache: 'no-store',
    signal: request.signal,
  });
  return new Response(body, { status, headers: { 'content-type': headers.get('content-type') ?? 'application/json' } });
}
`;

const LAYOUT = 'export default function Layout({ children }) { return children; }\n';
const ROUTE = join('app', 'v1', 'chat', 'completions');
const NEXT = join('node_modules', 'next', 'dist', 'bin', 'next');
const ENVIRONMENT = { NEXT_TELEMETRY_DISABLED: '1' };

/** A plain handler under `next start`, with this product's Next.js version: no keys, no billing. */
export const nextHandler: Subject = { name: 'Next.js handler', missing: missingGateway(nextInstallation()), start };

/** Writes the small application. @returns the command that builds it in that folder */
export function writeNextHandler(folder: string): { command: string; args: string[]; env: Record<string, string> } {
  mkdirSync(join(folder, ROUTE), { recursive: true });
  writeFileSync(join(folder, ROUTE, 'route.js'), HANDLER);
  writeFileSync(join(folder, 'app', 'layout.js'), LAYOUT);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'farebox-bench-next', private: true }));
  linkPackages(folder);
  return {
    command: process.execPath,
    args: [NEXT, 'build', '--webpack', '.'],
    env: { NODE_ENV: 'production', ...ENVIRONMENT },
  };
}

function start(upstreamUrl: string): Promise<RunningSubject> {
  const { folder } = nextInstallation();
  return startSubject('Next.js handler', ({ port }) => {
    linkPackages(folder);
    return {
      command: process.execPath,
      args: [NEXT, 'start', '.', '--hostname', '127.0.0.1', '--port', String(port)],
      env: { ...ENVIRONMENT, UPSTREAM_URL: `${upstreamUrl}/v1/chat/completions` },
      cwd: folder,
      readyPath: '/',
      headers: { authorization: 'Bearer sk-bench' },
    };
  });
}

/** It uses our packages. */
function linkPackages(folder: string): void {
  const link = join(folder, 'node_modules');
  rmSync(link, { force: true });
  symlinkSync(join(projectRoot(), 'node_modules'), link, 'junction');
}
