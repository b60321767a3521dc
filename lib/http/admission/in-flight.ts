import { type AccountCaller, keyIdOf } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { noteRefusal } from '../../limits/log/note-refusal';
import { settings } from '../../platform/env';
import { countRefusal } from '../../platform/metrics/metrics';
import { processState } from '../../platform/process-state';
import type { RequestContext } from '../request-context';
import { maxConnections } from '../server/bound-connections';
import { transportOf } from '../server/transport';
import { logNameOf } from './guard';

/** The share of all connections that one account's requests may use, and the minimum, however small that share is. */
const SHARE_OF_CONNECTIONS = 1 / 4;
const MIN_PER_ACCOUNT = 50;
/** Most requests end within a few seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Of one wallet, whatever its account may have (docs/api-rules.md, "Wallets"). */
const MAX_PER_WALLET = 5;

/** From this many entries on, those without a request in flight are removed before one is added. */
const MAX_IDLE_ENTRIES = 10_000;

type Entry = { requests: number };
/**
 * How many paid requests of each account, and of each wallet, are in flight. An entry outlives its requests: one that is
 * added and deleted with each request would slow garbage collection (lib/core/swap-list.ts).
 */
type InFlight = { byName: Map<string, Entry>; max: number };

type Bound = { name: string; max: number; refuse: () => ApiError };

/**
 * Takes one of the slots that an account has for paid requests in flight (docs/limits.md, "Requests in flight"), and one
 * of its wallet. A rate limit bounds only how many begin in a minute; each may run for ten minutes. The slot is freed when
 * the request is finished and its answer is sent, or its caller has left.
 * @throws ApiError RATE_LIMIT_EXCEEDED or X402_CONCURRENCY_LIMIT with `Retry-After` if all are taken, before anything else
 *   is counted
 */
export function takeSlot(context: RequestContext, caller: AccountCaller): void {
  const { byName, max } = inFlight();
  const bounds: Bound[] = [{ name: caller.account.id, max, refuse: () => refuse(context, caller, max) }];
  if (caller.kind === 'wallet') {
    bounds.push({ name: caller.wallet.address, max: MAX_PER_WALLET, refuse: () => refuseWallet(context, caller) });
  }
  for (const bound of bounds) if ((byName.get(bound.name)?.requests ?? 0) >= bound.max) throw bound.refuse();
  const entries = bounds.map(({ name }) => {
    const entry = entryOf(byName, name);
    // At once: the next entry may need the space of those without a request.
    entry.requests += 1;
    return entry;
  });
  const free = () => {
    for (const entry of entries) entry.requests -= 1;
  };
  context.freeSlot = () => {
    context.freeSlot = null;
    const { whenClosed } = transportOf(context.request);
    // The request may be finished while a slow reader still keeps its connection open.
    if (whenClosed) whenClosed(free);
    else free();
  };
}

function entryOf(byName: Map<string, Entry>, name: string): Entry {
  const known = byName.get(name);
  if (known) return known;
  if (byName.size >= MAX_IDLE_ENTRIES) {
    for (const [other, { requests }] of byName) if (requests === 0) byName.delete(other);
  }
  const entry = { requests: 0 };
  byName.set(name, entry);
  return entry;
}

/** Sets the bound for a server with this many connections; `MAX_IN_FLIGHT_PER_ACCOUNT` takes precedence. */
export function boundInFlight(connections: number): void {
  inFlight().max = maxOf(connections);
}

function inFlight(): InFlight {
  return processState('http.in-flight', () => ({ byName: new Map(), max: maxOf(maxConnections()) }));
}

function maxOf(connections: number): number {
  const part = Math.floor(connections * SHARE_OF_CONNECTIONS);
  return settings().maxInFlightPerAccount ?? Math.max(MIN_PER_ACCOUNT, part);
}

function refuse(context: RequestContext, caller: AccountCaller, max: number): ApiError {
  note(context, caller);
  const message = `Too many requests at the same time: an account may have ${max} requests in flight. Try again in ${RETRY_AFTER_SECONDS} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function refuseWallet(context: RequestContext, caller: AccountCaller): ApiError {
  note(context, caller);
  const message = `Too many requests at the same time: a wallet may have ${MAX_PER_WALLET} requests in flight. Try again in ${RETRY_AFTER_SECONDS} s.`;
  return new ApiError('X402_CONCURRENCY_LIMIT', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Records the refusal in the account's log and the metrics. */
function note({ request }: RequestContext, caller: AccountCaller): void {
  const { id: accountId, tier } = caller.account;
  // The log's type for too many requests (docs/api-rules.md, "Refusal log").
  noteRefusal({ accountId, keyId: keyIdOf(caller), modelId: logNameOf(request), tier, type: 'RPM' });
  countRefusal('in_flight');
}
