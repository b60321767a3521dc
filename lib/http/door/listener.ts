import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../core/errors';
import type { Settings } from '../../platform/env';
import { log } from '../../platform/log';
import { isAllowedHost, unknownHost } from './host';
import { toWebRequest, writeWebResponse } from './node-adapter';
import { PEER_HEADER, peerOf } from './peer';
import { refuse } from '../reply';
import type { Dispatch } from '../route-table';

/** Answers what is not ours: Next's own handler. */
export type PageHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Methods that a web `Request` cannot carry, or that nothing here answers. */
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Makes the listener of the production door. The path is normalised before it decides (dot segments, their encoded
 * forms, repeated slashes), so that nothing of `/api` can reach Next by another spelling; what Next gets is the
 * normalised path and the client's address in a header that no client can set.
 */
export function makeListener(
  settings: Pick<Settings, 'trustProxy' | 'publicOrigin' | 'allowedHosts' | 'loopback'>,
  dispatch: Dispatch,
  pages: PageHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const problem = problemOf(incoming);
    if (problem) return writeWebResponse(refuse(problem), incoming, outgoing);
    incoming.url = normalTarget(incoming.url ?? '/');
    const peer = peerOf(incoming, settings.trustProxy);
    if (isApi(incoming.url)) {
      const request = toWebRequest(incoming, outgoing, peer);
      return writeWebResponse(await dispatch(request), incoming, outgoing);
    }
    if (!isAllowedHost(incoming.headers.host ?? null, settings)) {
      return writeWebResponse(refuse(unknownHost()), incoming, outgoing);
    }
    incoming.headers[PEER_HEADER] = peer.address;
    return pages(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      log.error({ err: error }, 'the door failed');
      outgoing.destroy();
    });
  };
}

function problemOf(incoming: IncomingMessage): ApiError | null {
  const { method = '', url = '' } = incoming;
  if (!KNOWN_METHODS.has(method))
    return new ApiError('METHOD_NOT_ALLOWED', `The method ${method} is not answered here.`);
  const readable = url.startsWith('/') && URL.canParse(`http://localhost${url}`);
  return readable ? null : new ApiError('INVALID_REQUEST', 'The request target must be a path that begins with "/".');
}

function normalTarget(target: string): string {
  const { pathname, search } = new URL(`http://localhost${target}`);
  return pathname.replace(/\/{2,}/g, '/') + search;
}

/** Ours is everything under `/api` but the browser session's own routes, which next-auth answers. */
function isApi(target: string): boolean {
  const path = target.split('?', 1)[0] ?? '';
  return path === '/api' || (path.startsWith('/api/') && !path.startsWith('/api/auth/'));
}
