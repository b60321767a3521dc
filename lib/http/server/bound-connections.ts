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

/** How many connections callers may have: each may need another one to an upstream. @param descriptors that the process may open */
export function mostConnections(descriptors = openFilesLimit()): number {
  const half = Math.floor((descriptors - OTHER_DESCRIPTORS) / 2);
  return Math.min(MOST_CONNECTIONS, Math.max(LEAST_CONNECTIONS, half));
}

/**
 * Bounds the connections of a server. Where all are taken, idle ones of the addresses that have the most are ended for a
 * newcomer, the oldest first; where none is idle, the newcomer is.
 * @param atWork answers under way
 */
export function boundConnections(server: Server, atWork: Iterable<ServerResponse>, most: number): void {
  const byAddress = new Map<string, Set<Socket>>();
  let open = 0;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  const remove = (address: string, socket: Socket): void => {
    const sockets = byAddress.get(address);
    if (sockets?.delete(socket) !== true) return;
    open -= 1;
    if (sockets.size === 0) byAddress.delete(address);
  };
  const free = (): void => {
    const busy = new Set<Socket | null>();
    for (const { socket } of atWork) busy.add(socket);
    let missing = Math.ceil(most * PART_FREED);
    for (const [address, sockets] of [...byAddress].sort(([, one], [, other]) => other.size - one.size)) {
      for (const socket of sockets) {
        if (missing === 0) return;
        if (busy.has(socket)) continue;
        // At once, and not when it has closed: more may come by then.
        remove(address, socket);
        socket.destroy();
        missing -= 1;
      }
    }
  };
  const tell = (): void => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < MINUTE_MS) return;
    toldAtMs = nowMs;
    log.warn({ most }, 'all connections are taken; idle ones are ended for new ones');
  };

  server.on('connection', (socket) => {
    if (open >= most) {
      tell();
      free();
    }
    if (open >= most) {
      socket.destroy();
      return;
    }
    const address = subjectOfAddress(socket.remoteAddress ?? '');
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(socket));
    open += 1;
    socket.once('close', () => remove(address, socket));
  });
}

function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  return Number(userLimits?.open_files?.soft) || Number.POSITIVE_INFINITY;
}
