import { type AccountCaller, keyIdOf } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { noteRefusal } from '../../limits/log/note-refusal';
import { settings } from '../../platform/env';
import { countRefusal } from '../../platform/metrics/metrics';
import { processState } from '../../platform/process-state';
import type { RequestContext } from '../request-context';
import { mostConnections } from '../server/bound-connections';
import { transportOf } from '../server/transport';
import { logNameOf } from './guard';

/** The part of all connections that one account's requests may use, and the fewest that it may use anyway. */
const PART_OF_CONNECTIONS = 1 / 4;
const LEAST_PER_ACCOUNT = 50;
/** Most answers end, or their callers give up, within some seconds. */
const RETRY_AFTER_SECONDS = 5;

/** How many paid requests of each account are in flight; accounts without any have no entry. */
type InFlight = { byAccount: Map<string, number>; most: number };

/**
 * Takes one of the slots that an account has for paid requests in flight (docs/limits.md, "Requests in flight"). A rate
 * limit bounds only how many begin in a minute; each may last ten. The slot is free again when the request is finished
 * and its answer is sent, or its caller has left.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After` if all are taken; nothing else was counted for the request then
 */
export function takeSlot(context: RequestContext, caller: AccountCaller): void {
  const { account } = caller;
  const { byAccount, most } = inFlight();
  const taken = byAccount.get(account.id) ?? 0;
  if (taken >= most) throw refuse(context, caller, most);
  byAccount.set(account.id, taken + 1);
  const free = () => {
    const others = (byAccount.get(account.id) ?? 1) - 1;
    if (others > 0) byAccount.set(account.id, others);
    else byAccount.delete(account.id);
  };
  context.freeSlot = () => {
    context.freeSlot = null;
    const { whenClosed } = transportOf(context.request);
    // A slow reader of an answer that is finished still has its connection.
    if (whenClosed) whenClosed(free);
    else free();
  };
}

/** Sets the bound for a server with this many connections; `MAX_IN_FLIGHT_PER_ACCOUNT` comes first. */
export function boundInFlight(connections: number): void {
  inFlight().most = mostOf(connections);
}

function inFlight(): InFlight {
  return processState('http.in-flight', () => ({ byAccount: new Map(), most: mostOf(mostConnections()) }));
}

function mostOf(connections: number): number {
  const part = Math.floor(connections * PART_OF_CONNECTIONS);
  return settings().maxInFlightPerAccount ?? Math.max(LEAST_PER_ACCOUNT, part);
}

/** The refusal is recorded in the account's log and the metrics. */
function refuse({ request }: RequestContext, caller: AccountCaller, most: number): ApiError {
  const { id: accountId, tier } = caller.account;
  // The log's type for too many requests (docs/api-rules.md, "Refusal log").
  noteRefusal({ accountId, keyId: keyIdOf(caller), modelId: logNameOf(request), tier, type: 'RPM' });
  countRefusal('in_flight');
  const message = `Too many requests at the same time: an account may have ${most} requests in flight. Try again in ${RETRY_AFTER_SECONDS} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
