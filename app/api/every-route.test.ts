import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isConsole } from '@/lib/http/admission/authorize';
import { ROUTE_METHODS } from '@/lib/http/route-table';
import { routes } from './route-table';

const APP = dirname(__dirname);
/** Answered by next-auth through Next; not an endpoint of ours. */
const NOT_OURS = '/api/auth/[...nextauth]';
const MAX_ROUTE_LINES = 30;
/** What anonymous clients may call: only these check no credential. */
const OPEN_ROUTES = [
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/v1/api_keys/generate_web3_key',
  'GET /api/v1/billing/usage',
  'GET /api/v1/openapi.json',
  'GET /doc/api/swagger.yaml',
  'GET /doc/markdown/[page]',
  'GET /llms-full.txt',
  'GET /llms.txt',
  'POST /api/v1/api_keys/generate_web3_key',
];

const files = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith(`${sep}route.ts`))
  .map((file) => join(APP, file));
const pathOf = (file: string) => `/${relative(APP, dirname(file)).split(sep).join('/')}`;

describe('the route table', () => {
  it('lists every route file of the folder tree, and nothing else', () => {
    const paths = files.map(pathOf).filter((path) => path !== NOT_OURS);
    expect(Object.keys(routes).sort()).toEqual(paths.sort());
  });

  it('contains the exports of the route files', async () => {
    for (const file of files.filter((candidate) => pathOf(candidate) !== NOT_OURS)) {
      const module: Record<string, unknown> = await import(file);
      expect({ ...routes[pathOf(file)] }, file).toEqual({ ...module });
    }
  });

  it('contains only declarations: each method is an endpoint with a known auth', () => {
    for (const [path, route] of Object.entries(routes)) {
      const methods = ROUTE_METHODS.filter((method) => route[method] !== undefined);
      expect(methods.length, path).toBeGreaterThan(0);
      for (const method of methods) expect(route[method]?.declaration.auth, `${method} ${path}`).toBeTypeOf('string');
    }
  });

  it('opens to anonymous clients only what the API rules and the console need', () => {
    const open = Object.entries(routes)
      .flatMap(([path, route]) =>
        ROUTE_METHODS.filter((method) => ['public', 'probe'].includes(route[method]?.declaration.auth ?? '')).map(
          (method) => `${method} ${path}`,
        ),
      )
      .filter((name) => !name.endsWith('/[...unknown]'));
    expect(open.sort()).toEqual(OPEN_ROUTES);
  });

  it('reserves the console’s routes for its own pages', () => {
    for (const [path, route] of Object.entries(routes)) {
      for (const method of ROUTE_METHODS) {
        const auth = route[method]?.declaration.auth;
        if (auth) expect(isConsole(auth), `${method} ${path}`).toBe(path.startsWith('/api/console/'));
      }
    }
  });

  it('keeps route files short', () => {
    for (const file of files) {
      expect(readFileSync(file, 'utf8').split('\n').length, file).toBeLessThanOrEqual(MAX_ROUTE_LINES);
    }
  });
});
