import { isApiError } from '../../core/errors';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import { fetchFailure, toFetchFailure } from './fetch-failure';
import { processState } from '../process-state';
import { isAddress, isPublicAddress } from './public-address';
import { makeNameResolver } from './resolve-name';

/**
 * HTTP to addresses that a caller has sent (images, files, pages). Nothing in the operator's own network can be reached
 * this way: every address of a name is checked, the connection goes to a checked address (so a name that resolves
 * differently the second time has no effect), and every redirect is checked in the same way.
 */

/** A request to a caller's address. */
export type GuardedRequest = {
  url: string;
  headers?: Record<string, string>;
  /** Larger answers fail with `too_large`. */
  maxBytes: number;
  /** Called with the bytes of each piece of the answer; an exception ends the request and is rethrown unchanged. */
  count?: (bytes: number) => void;
  /** Maximum redirects; 0 refuses the first one. `returned` follows none: a redirect is an answer like any other. */
  maxRedirects: number | 'returned';
  /** From the start to the last byte, redirects included; milliseconds. */
  wholeMs?: number;
  signal?: AbortSignal;
};

/** The complete answer, whatever its status. */
export type GuardedReply = {
  status: number;
  /** Where the answer came from, after redirects. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
};

/** The network below the guard; tests pass their own resolver and connector. */
export type GuardedNetwork = {
  /** All addresses of a name. */
  resolve(name: string): Promise<string[]>;
  /** Opens a socket; `hostname` is always a checked address. */
  connect: buildConnector.connector;
  /** Exceptions from `isPublicAddress`. @param asked the host of the URL, and its port, also if the URL has none */
  allows?(address: string, asked: { hostname: string; port: string }): boolean;
};

/** Fetches addresses that a caller has sent; see `guardedFetch`. */
export type GuardedFetch = (order: GuardedRequest) => Promise<GuardedReply>;

/** The message of a failure of kind `refused` after too many redirects. */
export const REDIRECTED = 'The address redirects elsewhere.';

const DEFAULT_WHOLE_MS = 20_000;
const CONNECT_MS = 5_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches an address that a caller has sent.
 * @throws FetchFailure `refused` (an address that is not public, too many redirects, credentials in the URL, a scheme
 *   other than http and https), `connect`, `timeout`, `cut`, `too_large`, `aborted`
 */
export function guardedFetch(order: GuardedRequest): Promise<GuardedReply> {
  return processState('platform.guardedFetch', () => makeGuardedFetch(machineNetwork()))(order);
}

/** The same over another network. */
export function makeGuardedFetch(network: GuardedNetwork): GuardedFetch {
  const agent = new Agent({ connect: guardedConnector(network), pipelining: 1 });
  return async (order) => {
    const controller = new AbortController();
    const abort = () => controller.abort(order.signal?.reason);
    const wholeMs = order.wholeMs ?? DEFAULT_WHOLE_MS;
    const timer = setTimeout(
      () => controller.abort(fetchFailure('timeout', `No complete answer within ${wholeMs} ms.`)),
      wholeMs,
    );
    if (order.signal?.aborted) abort();
    else order.signal?.addEventListener('abort', abort, { once: true });
    try {
      return await follow(agent, order, controller.signal);
    } catch (thrown) {
      throw isApiError(thrown) ? thrown : toFetchFailure(thrown, controller.signal);
    } finally {
      clearTimeout(timer);
      order.signal?.removeEventListener('abort', abort);
    }
  };
}

/** Whether an answer of this status sends the client to another address. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

async function follow(agent: Agent, order: GuardedRequest, signal: AbortSignal): Promise<GuardedReply> {
  let url = checkedUrl(order.url);
  for (let redirects = 0; ; redirects += 1) {
    const reply = await request(url, {
      dispatcher: agent,
      method: 'GET',
      headers: { 'accept-encoding': 'identity', ...order.headers },
      signal,
    });
    const location = reply.headers.location;
    const isFollowed = order.maxRedirects !== 'returned' && isRedirect(reply.statusCode);
    if (!isFollowed || typeof location !== 'string') {
      const body = await collect(reply, order);
      return { status: reply.statusCode, url: url.href, headers: reply.headers, body };
    }
    reply.body.on('error', () => undefined).destroy();
    if (redirects >= Number(order.maxRedirects)) throw fetchFailure('refused', REDIRECTED);
    url = checkedUrl(location, url);
  }
}

function checkedUrl(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw fetchFailure('refused', 'The address is not a valid URL.');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fetchFailure('refused', 'Only http and https addresses are fetched.');
  }
  if (url.username !== '' || url.password !== '') {
    throw fetchFailure('refused', 'The address must not contain credentials.');
  }
  return url;
}

async function collect(reply: Dispatcher.ResponseData, { maxBytes, count }: GuardedRequest): Promise<Uint8Array> {
  const tooLarge = () => fetchFailure('too_large', `The answer is larger than ${maxBytes} bytes.`);
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by a throw destroys the body.
  for await (const piece of reply.body as AsyncIterable<Uint8Array>) {
    size += piece.byteLength;
    if (size > maxBytes || Number(reply.headers['content-length']) > maxBytes) throw tooLarge();
    count?.(piece.byteLength);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

/** A connector that resolves names itself and passes only checked addresses to the real connector. */
function guardedConnector(network: GuardedNetwork): buildConnector.connector {
  return (options, callback) => {
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const asked = { hostname: options.hostname.toLowerCase(), port };
    const isAllowed = (address: string) => isPublicAddress(address) || network.allows?.(address, asked) === true;
    checkedAddress(options.hostname, network, isAllowed).then(
      (address) => {
        const servername = options.servername ?? (isAddress(options.hostname) ? undefined : options.hostname);
        network.connect({ ...options, hostname: address, servername }, (error, socket) => {
          if (error) return callback(error, null);
          if (isAllowed(socket.remoteAddress ?? '')) return callback(null, socket);
          socket.destroy();
          callback(refusedAddress(options.hostname), null);
        });
      },
      (error: Error) => callback(error, null),
    );
  };
}

async function checkedAddress(
  hostname: string,
  network: GuardedNetwork,
  isAllowed: (address: string) => boolean,
): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isAddress(host) ? [host] : await network.resolve(host);
  const [first] = addresses;
  // One private address among public ones is refused too: a socket might use it.
  if (first === undefined || !addresses.every(isAllowed)) throw refusedAddress(hostname);
  return first;
}

function refusedAddress(hostname: string): Error {
  return fetchFailure('refused', `The address of ${hostname} is not public.`);
}

/** The network of this machine. */
export function machineNetwork(): GuardedNetwork {
  return {
    resolve: makeNameResolver(),
    connect: buildConnector({ timeout: CONNECT_MS }),
  };
}
