import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MINUTE_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { log } from '../../platform/log';

/** More take too much memory, whatever the machine allows. */
const MOST_CONNECTIONS = 20_000;
const LEAST_CONNECTIONS = 100;
/** File descriptors of everything but connections. */
const OTHER_DESCRIPTORS = 200;
/** When all are taken, this part of them is freed at once: to look for idle ones takes time. */
const PART_FREED = 1 / 64;
/** After a search that found none that is idle, there is no other for so long. */
const SEARCH_PAUSE_MS = 20;
/** An address has far fewer connections than another one if it has at most this part of them. */
const FAR_FEWER = 0.5;

/** How many connections callers may have: each may need another one to an upstream. @param descriptors that the process may open */
export function mostConnections(descriptors = openFilesLimit()): number {
  const half = Math.floor((descriptors - OTHER_DESCRIPTORS) / 2);
  return Math.min(MOST_CONNECTIONS, Math.max(LEAST_CONNECTIONS, half));
}

/**
 * Bounds the connections of a server. If all are taken, idle ones of the addresses that have the most are closed for a
 * newcomer, the oldest first. If none is idle, the newest one of the address that has the most is closed for a newcomer
 * from an address that has far fewer; any other newcomer is refused.
 * @param atWork answers under way
 */
export function boundConnections(server: Server, atWork: Iterable<ServerResponse>, most: number): void {
  const byAddress = new Map<string, Set<Socket>>();
  let open = 0;
  let searchableAtMs = Number.NEGATIVE_INFINITY;
  let loggedAtMs = Number.NEGATIVE_INFINITY;

  const remove = (address: string, socket: Socket): void => {
    const sockets = byAddress.get(address);
    if (sockets?.delete(socket) !== true) return;
    open -= 1;
    if (sockets.size === 0) byAddress.delete(address);
  };
  const end = (address: string, socket: Socket): void => {
    // Removed at once, and not when it has closed: more may come by then.
    remove(address, socket);
    socket.destroy();
  };
  const endIdle = (): void => {
    if (performance.now() < searchableAtMs) return;
    const busy = new Set<Socket | null>();
    for (const { socket } of atWork) busy.add(socket);
    let missing = Math.ceil(most * PART_FREED);
    for (const [address, sockets] of [...byAddress].sort(([, one], [, other]) => other.size - one.size)) {
      for (const socket of sockets) {
        if (missing === 0) return;
        if (busy.has(socket)) continue;
        end(address, socket);
        missing -= 1;
      }
    }
    if (open >= most) searchableAtMs = performance.now() + SEARCH_PAUSE_MS;
  };
  const endOfHeaviest = (newcomer: string): void => {
    const [first, ...others] = byAddress;
    if (!first) return;
    const [address, sockets] = others.reduce((most, next) => (next[1].size > most[1].size ? next : most), first);
    const own = byAddress.get(newcomer)?.size ?? 0;
    const newest = [...sockets].at(-1);
    if (newest && own + 1 <= FAR_FEWER * sockets.size) end(address, newest);
  };
  const warn = (): void => {
    const nowMs = performance.now();
    if (nowMs - loggedAtMs < MINUTE_MS) return;
    loggedAtMs = nowMs;
    log.warn({ most }, 'all connections are taken: others are closed for new ones');
  };

  server.on('connection', (socket) => {
    const address = subjectOfAddress(socket.remoteAddress ?? '');
    if (open >= most) {
      warn();
      endIdle();
    }
    if (open >= most) endOfHeaviest(address);
    if (open >= most) {
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
