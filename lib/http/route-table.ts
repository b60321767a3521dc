import { ApiError } from '../core/errors';
import { preflightHeaders } from './answer/cors';
import type { Endpoint } from './endpoint';
import { isForAnyOrigin } from './admission/authorize';
import { refuse, type Refused, type Reply, replyEmpty } from './answer/reply';
import { type ApiRequest, pathOf } from './request';

/** The methods that a route file may export. */
export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A route file's exports. */
export type RouteModule = Partial<Record<(typeof ROUTE_METHODS)[number], Endpoint>>;

/** Path pattern as in the folder tree, e.g. `/api/v1/models/[...id]` → the route file's exports. */
export type RouteTable = Record<string, RouteModule>;

/** Answers a request by a table of routes. */
export type Dispatch = (request: ApiRequest) => Promise<Reply>;

/** Prefix of the console's own routes. */
const CONSOLE = '/api/console/';

/** A route file, with the values that are the same for all of its requests. */
type Route = { module: RouteModule; allowed: string[]; own: boolean };
type Pattern = { path: string; steps: string[]; route: Route };

/**
 * Makes the production server's dispatcher: fixed paths by one map lookup, then patterns, the most specific first.
 * Unknown path: 404; known path, other method: 405 with `allow`; OPTIONS: preflight; HEAD: as GET. A trailing slash is
 * ignored.
 */
export function makeDispatch(table: RouteTable): Dispatch {
  const fixed = new Map<string, Route>();
  const patterns: Pattern[] = [];
  for (const [path, module] of Object.entries(table)) {
    const route = routeOf(module);
    if (path.includes('[')) patterns.push({ path, steps: path.split('/'), route });
    else fixed.set(path, route);
  }
  patterns.sort((left, right) => right.steps.length - left.steps.length);
  return async (request) => {
    const path = pathOf(request);
    const route = fixed.get(path);
    if (route) return call(route, request, path, NO_PARAMS);
    for (const pattern of patterns) {
      const params = match(pattern.steps, path.split('/'));
      if (params) return call(pattern.route, request, pattern.path, params);
    }
    return refuse(new ApiError('NOT_FOUND', `Path not found: ${path}`), asRefused(request, path.startsWith(CONSOLE)));
  };
}

const NO_PARAMS: Record<string, string> = {};

function routeOf(module: RouteModule): Route {
  const allowed = ROUTE_METHODS.filter((method) => module[method] !== undefined).map(String);
  if (allowed.includes('GET')) allowed.push('HEAD');
  return { module, allowed, own: isOwn(module) };
}

async function call(
  { module, allowed, own }: Route,
  request: ApiRequest,
  pattern: string,
  params: Record<string, string | string[]>,
): Promise<Reply> {
  if (request.method === 'OPTIONS' && !own) return replyEmpty(preflightHeaders(request, allowed));
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const run = ROUTE_METHODS.find((candidate) => candidate === method);
  const endpoint = run && module[run];
  if (!endpoint) {
    const message = `This path supports ${allowed.join(', ')}, not ${request.method}.`;
    const problem = new ApiError('METHOD_NOT_ALLOWED', message, { headers: { allow: allowed.join(', ') } });
    return refuse(problem, asRefused(request, own));
  }
  return endpoint.answer(request, { params: Promise.resolve(params), pattern });
}

function asRefused({ method, headers }: ApiRequest, isOwn: boolean): Refused {
  return { method, origin: headers.get('origin'), isOwn };
}

/** The console's own routes send no CORS headers. */
function isOwn(route: RouteModule): boolean {
  return ROUTE_METHODS.some((method) => route[method] && !isForAnyOrigin(route[method].declaration.auth));
}

function match(steps: string[], parts: string[]): Record<string, string | string[]> | null {
  const params: Record<string, string | string[]> = {};
  for (const [index, step] of steps.entries()) {
    const part = parts[index];
    if (step.startsWith('[...')) {
      const rest = parts.slice(index).map(decode);
      if (rest.length === 0 || rest.includes(null)) return null;
      params[step.slice(4, -1)] = rest.filter((item) => item !== null);
      return params;
    }
    if (part === undefined) return null;
    if (step.startsWith('[')) {
      const value = decode(part);
      if (value === null || value === '') return null;
      params[step.slice(1, -1)] = value;
    } else if (step !== part) return null;
  }
  return parts.length === steps.length ? params : null;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
