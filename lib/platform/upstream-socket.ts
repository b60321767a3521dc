import type { Socket } from 'node:net';
import { Agent, buildConnector, WebSocket } from 'undici';
import { fetchFailure } from './network/fetch-failure';

/** Larger messages are left out, characters or bytes. */
const MAX_MESSAGE = 16_000_000;
const OPEN_MS = 5_000;
/** How long a server may take to answer that the socket closes; then the connection is cut. */
const CLOSE_MS = 2_000;

/** What arrives on a socket. None of these may throw. */
export type SocketListener = {
  onText(text: string): void;
  onBytes(bytes: Uint8Array): void;
  /** Called once if it was opened, whoever closed it. */
  onClose(): void;
};

/** An open socket. Closing it takes 2 seconds at most, whatever the server does. */
export type UpstreamSocket = { close(): void };

/**
 * Opens a WebSocket to an address that the operator has configured.
 * @param order `ws:` or `wss:`; lowercase headers; aborting the signal closes it
 * @throws FetchFailure `connect` if it is not open within 5 seconds, `aborted`
 */
export function openUpstreamSocket(
  { url, headers, signal }: { url: string; headers: Record<string, string>; signal: AbortSignal },
  listener: SocketListener,
): Promise<UpstreamSocket> {
  if (signal.aborted) return Promise.reject(fetchFailure('aborted', 'The request was aborted.', signal.reason));
  return new Promise((resolve, reject) => {
    const connection = ownConnection();
    const socket = new WebSocket(url, { headers, dispatcher: connection.agent });
    socket.binaryType = 'arraybuffer';
    let isOpen = false;
    let cutTimer: NodeJS.Timeout | undefined;
    const close = () => {
      cutTimer ??= setTimeout(connection.cut, CLOSE_MS);
      socket.close();
    };
    const timer = setTimeout(close, OPEN_MS);
    signal.addEventListener('abort', close, { once: true });
    socket.addEventListener('open', () => {
      isOpen = true;
      clearTimeout(timer);
      resolve({ close });
    });
    socket.addEventListener('message', ({ data }: { data: unknown }) => {
      if (typeof data === 'string' && data.length <= MAX_MESSAGE) listener.onText(data);
      if (data instanceof ArrayBuffer && data.byteLength <= MAX_MESSAGE) listener.onBytes(new Uint8Array(data));
    });
    // A failure is followed by the end.
    socket.addEventListener('error', () => undefined);
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      clearTimeout(cutTimer);
      signal.removeEventListener('abort', close);
      connection.cut();
      if (isOpen) return listener.onClose();
      const kind = signal.aborted ? 'aborted' : 'connect';
      reject(fetchFailure(kind, 'The socket could not be opened.', signal.reason));
    });
  });
}

/** A connection of its own, which can be cut: the library's socket cannot, and only asks the server to close it. */
function ownConnection(): { agent: Agent; cut: () => void } {
  const connect = buildConnector({ timeout: OPEN_MS });
  let raw: Socket | null = null;
  const agent = new Agent({
    connect: (options, callback) =>
      connect(options, (...result) => {
        raw = result[1];
        callback(...result);
      }),
  });
  const cut = () => {
    raw?.destroy();
    // What is left of it has no connection; there is nobody to report a failure to.
    agent.destroy().catch(() => undefined);
  };
  return { agent, cut };
}
