import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../core/errors';
import type { Settings } from '../../platform/env';
import { isStopping, stoppingRefusal } from '../../platform/stop/stopping';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { newRequestId } from '../answer/headers';
import { transportOf } from './transport';
import { isAllowedHost, unknownHost } from './host';
import { toApiRequest, writeReply } from './node-adapter';
import type { Pace } from './pace-refusals';
import { CLIENT_ADDRESS_HEADER, clientAddressOf } from './client-address';
import { headTooLarge } from './raw-refusal';
import { SERVER_TIMEOUTS, type ServerTimeouts } from './timeouts';
import { decodedPathOf } from './target-path';
import { refuse, type Refused, type Reply } from '../answer/reply';
import type { Dispatch } from '../route-table';

/**
 * Writes a reply to the request that a handler is answering; a 4xx may be delayed (`pace-refusals.ts`).
 * @param account id of the account that the client acts for; null if there is none
 */
export type SendReply = (reply: Reply, account: string | null) => Promise<void>;

/** Answers everything outside the API: the browser session's routes, files, and pages. */
export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse, send: SendReply) => Promise<void>;

/** No endpoint here has any other method, and some of them cannot be represented by a web `Request`. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Several times what browsers and proxies send. */
const MAX_HEADERS = 250;

/** A target that needs no normalization: single slashes, no dots, nothing encoded. */
const PLAIN_TARGET = /^(\/[\w-]+)+$/;
/**
 * The API's description as YAML, at its own address (docs/api-rules.md, "Base and versions"), and the reference for
 * agents.
 */
const DESCRIPTIONS = new Set(['/doc/api/swagger.yaml', '/llms.txt', '/llms-full.txt']);
/** A reference page as Markdown; its route is under `/doc/markdown/`. */
const MARKDOWN_PAGE = /^\/docs\/([\w-]+)\.md(?=\?|$)/;

/** Answered even during shutdown: otherwise a supervisor would restart the process. */
const LIVE_PATH = '/api/health/live';

/**
 * Makes the listener of the production server. The path is normalized before routing (dot segments, their encoded
 * forms, repeated slashes), so that no alternative spelling of an `/api` path can reach Next. Next gets the normalized
 * path, and the client's address in a header that no client can set.
 */
export function makeListener(
  settings: Pick<Settings, 'trustProxy' | 'publicOrigin' | 'allowedHosts' | 'loopback'>,
  dispatch: Dispatch,
  pages: PageHandler,
  times: Pick<ServerTimeouts, 'bodyIdleMs'> = SERVER_TIMEOUTS,
  pace?: Pace,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const client = clientAddressOf(incoming, settings.trustProxy);
    const send: SendReply = async (reply, account) => {
      const delayMs = pace?.(reply.status, account, client.address) ?? 0;
      if (delayMs > 0) await sleep(delayMs);
      return writeReply(reply, incoming, outgoing);
    };
    const problem = problemOf(incoming);
    if (problem) return send(refuse(problem, asRefused(incoming)), null);
    incoming.url = normalTarget(incoming.url ?? '/');
    if (settings.trustProxy === undefined && incoming.headers['x-forwarded-for'] !== undefined) warnOfProxy();
    if (isApi(incoming.url)) {
      if (isStopping() && !isLiveCheck(incoming.url)) {
        return writeReply(refuse(stoppingRefusal(), asRefused(incoming)), incoming, outgoing);
      }
      const request = toApiRequest(incoming, outgoing, client, times.bodyIdleMs);
      const reply = await dispatch(request);
      return send(reply, transportOf(request).account ?? null);
    }
    if (!isAllowedHost(incoming.headers.host ?? null, settings)) {
      return send(refuse(unknownHost(), { method: incoming.method, isOwn: true }), null);
    }
    incoming.headers[CLIENT_ADDRESS_HEADER] = client.address;
    outgoing.setHeader('cf-ray', newRequestId());
    if (isStopping()) outgoing.setHeader('connection', 'close');
    return pages(incoming, outgoing, send);
  };
  return (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.headersSent || isApi(incoming.url ?? '/')) {
        log.error({ err: error }, 'the HTTP server failed');
        outgoing.destroy();
      } else {
        // A page that could not be rendered.
        void writeReply(refuse(error, { method: incoming.method, isOwn: true }), incoming, outgoing);
      }
    });
  };
}

function asRefused({ method, headers, url = '' }: IncomingMessage): Refused {
  return { method, origin: headers.origin, isOwn: url.startsWith('/api/console/') };
}

function problemOf(incoming: IncomingMessage): ApiError | null {
  const { method = '', url = '', headers } = incoming;
  if (!KNOWN_METHODS.has(method)) return new ApiError('METHOD_NOT_ALLOWED', `The method ${method} is not supported.`);
  if (incoming.rawHeaders.length > 2 * MAX_HEADERS) return headTooLarge();
  if (incoming.httpVersion === '1.1' && headers.host === undefined)
    return new ApiError('INVALID_REQUEST', 'The request has no Host header.');
  if (headers.upgrade?.toLowerCase().includes('websocket'))
    return new ApiError('INVALID_REQUEST', 'WebSockets are not supported.', { headers: { connection: 'close' } });
  const readable = PLAIN_TARGET.test(url) || (url.startsWith('/') && URL.canParse(`http://localhost${url}`));
  return readable ? null : new ApiError('INVALID_REQUEST', 'The request target must be a path that starts with "/".');
}

function normalTarget(target: string): string {
  if (PLAIN_TARGET.test(target)) return target;
  const { pathname, search } = new URL(`http://localhost${target}`);
  return (pathname.replace(/\/{2,}/g, '/') + search).replace(MARKDOWN_PAGE, '/doc/markdown/$1');
}

/** The API is everything under `/api` except the browser session's routes, which next-auth answers, and the descriptions. */
function isApi(target: string): boolean {
  const path = decodedPathOf(target);
  if (DESCRIPTIONS.has(path) || path.startsWith('/doc/markdown/')) return true;
  return path === '/api' || (path.startsWith('/api/') && !path.startsWith('/api/auth/'));
}

function isLiveCheck(target: string): boolean {
  return decodedPathOf(target) === LIVE_PATH;
}

/** Logged once, because a client may also send the header itself. */
function warnOfProxy(): void {
  processState('http.warned-of-proxy', () => {
    const message =
      'requests have X-Forwarded-For, but TRUST_PROXY is not set: all clients behind a proxy count as one';
    log.warn({}, message);
    return true;
  });
}
