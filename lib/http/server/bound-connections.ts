import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SwapList } from '../../core/swap-list';
import { MINUTE_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { log } from '../../platform/log';

/** More would take too much memory, however many files the process may open. */
const MAX_CONNECTIONS = 20_000;
const MIN_CONNECTIONS = 100;
/** File descriptors of everything but connections. */
const OTHER_DESCRIPTORS = 200;
/** When all are taken, this share of them is freed at once, because searching for idle ones takes time. */
const SHARE_FREED = 1 / 64;
/** How long to wait before the next search after one that found too few idle connections. */
const SEARCH_PAUSE_MS = 20;
/** An address has far fewer connections than another if it has at most this share of the other's. */
const FAR_FEWER = 0.5;

/**
 * How many connections clients may have. Half of the descriptors, because each may need another connection to an upstream.
 * @param descriptors how many the process may open
 */
export function maxConnections(descriptors = openFilesLimit()): number {
  const half = Math.floor((descriptors - OTHER_DESCRIPTORS) / 2);
  return Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, half));
}

/**
 * Bounds the connections of a server. If all are taken, idle ones of the addresses that have the most are closed for a
 * newcomer, the oldest first. If none is idle, the newest one of the address that has the most is closed for a newcomer
 * from an address that has far fewer; any other newcomer is refused.
 * @param inFlight responses in progress
 */
export function boundConnections(server: Server, inFlight: SwapList<ServerResponse>, max: number): void {
  const byAddress = new Map<string, Set<Socket>>();
  let open = 0;
  let nextSearchAtMs = Number.NEGATIVE_INFINITY;
  let loggedAtMs = Number.NEGATIVE_INFINITY;

  const remove = (address: string, socket: Socket): void => {
    const sockets = byAddress.get(address);
    if (sockets?.delete(socket) !== true) return;
    open -= 1;
    if (sockets.size === 0) byAddress.delete(address);
  };
  const end = (address: string, socket: Socket): void => {
    // Removed at once, not when it has closed, because more may arrive by then.
    remove(address, socket);
    socket.destroy();
  };
  const endIdle = (): void => {
    if (performance.now() < nextSearchAtMs) return;
    const busy = new Set<Socket | null>();
    for (const { value } of inFlight) busy.add(value.socket);
    let missing = Math.ceil(max * SHARE_FREED);
    for (const [address, sockets] of [...byAddress].sort(([, one], [, other]) => other.size - one.size)) {
      for (const socket of sockets) {
        if (missing === 0) return;
        if (busy.has(socket)) continue;
        end(address, socket);
        missing -= 1;
      }
    }
    if (open >= max) nextSearchAtMs = performance.now() + SEARCH_PAUSE_MS;
  };
  const endNewestOfHeaviest = (newcomer: string): void => {
    const [first, ...others] = byAddress;
    if (!first) return;
    const [address, sockets] = others.reduce((top, next) => (next[1].size > top[1].size ? next : top), first);
    const own = byAddress.get(newcomer)?.size ?? 0;
    const newest = [...sockets].at(-1);
    if (newest && own + 1 <= FAR_FEWER * sockets.size) end(address, newest);
  };
  const warn = (): void => {
    const nowMs = performance.now();
    if (nowMs - loggedAtMs < MINUTE_MS) return;
    loggedAtMs = nowMs;
    log.warn({ most: max }, 'all connections are taken: others are closed for new ones');
  };

  server.on('connection', (socket) => {
    const address = subjectOfAddress(socket.remoteAddress ?? '');
    if (open >= max) {
      warn();
      endIdle();
    }
    if (open >= max) endNewestOfHeaviest(address);
    if (open >= max) {
      socket.destroy();
      return;
    }
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(socket));
    open += 1;
    socket.once('close', () => remove(address, socket));
  });
}

function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY;
}
