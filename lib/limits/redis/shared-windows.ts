import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { newId } from '../../core/ids';
import { limiter, type SharedWindows } from '../limiter';
import { countLocally, takeLocally } from '../windows/local-windows';
import { type Order, reservable } from '../windows/order';
import { createPeeks } from './peeks';
import { BANS, FAILURES, subjectKey } from './names';
import { watchRedis } from './outage';
import { type ScriptCommands, SCRIPTS } from './scripts';

/** How long the start waits for the connection, and each attempt at one. */
const CONNECT_MS = 1_000;
/** The longest pause between two attempts to connect. */
const MAX_RETRY_MS = 1_500;
const PROCESSES = 'farebox:processes';

/**
 * Connects to Redis, and reconnects whenever the connection ends. Waits for the first connection, but not for long: the
 * start must not depend on Redis.
 * @param url `redis:` or `rediss:`; it may contain a password and is never logged
 */
export async function openSharedWindows(url: string): Promise<SharedWindows> {
  const client = createClient(url);
  const watch = watchRedis(() => client.disconnect(true));
  client.on('error', watch.noteDown);
  // Even if no request is in flight: a Redis that restarts has lost its counts.
  client.on('close', () => watch.noteDown(new Error('The connection to Redis ended.')));
  const connected = client.connect().catch(watch.noteDown);
  await Promise.race([connected, sleep(CONNECT_MS, undefined, { ref: false })]);
  if (client.status !== 'ready') watch.noteDown(new Error(`Redis was not connected within ${CONNECT_MS} ms.`));

  const takeWithout = (order: Order) => {
    const taken = takeLocally(order);
    watch.noteLocal(taken.resetsAtMs - limiter().windowMs);
    return taken;
  };
  return {
    take: async (order) => {
      if (!watch.usable()) return takeWithout(order);
      const { windowMs } = limiter();
      const reserved = order.tokenLimit === null ? 0 : reservable(order.tokens, order.tokenLimit);
      const subject = subjectKey(order);
      const { requestLimit, tokenLimit } = order;
      const requests = reservable(order.requests ?? 1, requestLimit);
      const send = () => client.takeFromWindow(subject, windowMs, requestLimit, tokenLimit ?? -1, reserved, requests);
      const answer = await watch.ask(send);
      if (answer === null) return takeWithout(order);
      const [refused, counted, tokens, startsAtMs] = answer;
      const correctLocally = refused === 0 ? countLocally(order, reserved) : undefined;
      return {
        refusal: REFUSALS[refused],
        requestsLeft: Math.max(0, requestLimit - counted),
        tokensLeft: Math.max(0, (tokenLimit ?? 0) - tokens),
        resetsAtMs: startsAtMs + windowMs,
        reserved,
        correctTokens: (by) => {
          correctLocally?.(by);
          // Not awaited by the request: what is lost with Redis would end with the window anyway.
          if (correctLocally && watch.usable()) client.correctTokens(subject, startsAtMs, by).catch(ignoreFailure);
        },
      };
    },
    noteFailure: async (subject, spanMs, maxFailures) => {
      if (!watch.usable()) return 0;
      const [failures, ban] = [`${FAILURES}${subject}`, `${BANS}${subject}`];
      return (await watch.ask(() => client.noteFailureOf(failures, ban, spanMs, maxFailures, newId()))) ?? 0;
    },
    ...createPeeks(client, watch),
    isUp: watch.usable,
    beat: async (processId, forgottenAfterMs) => {
      if (client.status !== 'ready') return null;
      const processes = await watch.ask(() => client.beatOfProcess(PROCESSES, processId, forgottenAfterMs));
      if (processes !== null) watch.noteAnswer();
      return processes;
    },
    leave: async (processId) => {
      if (client.status === 'ready') await watch.ask(() => client.zrem(PROCESSES, processId));
    },
    close: () => {
      watch.end();
      client.disconnect();
    },
  };
}

const REFUSALS = [null, 'RPM', 'TPM'] as const;

function createClient(url: string): Redis & ScriptCommands {
  return new Redis(url, {
    lazyConnect: true,
    // Commands to a Redis that is down fail at once, and nothing is resent: it might be counted twice.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableAutoPipelining: true,
    connectTimeout: CONNECT_MS,
    retryStrategy: (attempts) => Math.min(attempts * 100, MAX_RETRY_MS),
    // Protocol version 3 has no advantage here, and older servers do not support it.
    protocol: 2,
    connectionName: 'farebox',
    scripts: SCRIPTS,
  }) as Redis & ScriptCommands;
}

function ignoreFailure(): void {
  // `watch` detects outages itself.
}
