import { createHash } from 'node:crypto';
import { type AccountCaller, keyIdOf } from '../../accounts/caller';
import { type BoundedCache, boundedCache } from '../../accounts/bounded-cache';
import { MINUTE_MS } from '../../core/time';
import type { IdempotencyRecord } from '../../idempotency/types';
import { noteRefusal } from '../../limits/log/note-refusal';
import { processState } from '../../platform/process-state';
import { countRefusal } from '../../platform/metrics/metrics';
import type { RequestContext } from '../request-context';
import { logNameOf } from './guard';

/** How many recently repeated keys are remembered, and for how long after the last repeat. */
const MAX_KNOWN = 10_000;
const KNOWN_MS = 10 * MINUTE_MS;

/** Whether the key's last request in this process was a repeat; then this one probably is, too. */
export function isKnownRepeat(record: IdempotencyRecord): boolean {
  return knownRepeats().get(nameOf(record)) === true;
}

/** Remembers that a request was a repeat. */
export function rememberRepeat(record: IdempotencyRecord): void {
  knownRepeats().set(nameOf(record), true, KNOWN_MS);
}

/** Forgets a key that is free again. */
export function forgetRepeat(record: IdempotencyRecord): void {
  knownRepeats().delete(nameOf(record));
}

/** Counts a repeat; a refusal is recorded in the account's log and the metrics. @throws what `count` throws */
export function passRepeatLimit<T>({ request }: RequestContext, caller: AccountCaller, count: () => T): T {
  try {
    return count();
  } catch (refusal) {
    const { id: accountId, tier } = caller.account;
    // The log's type for too many requests (docs/api-rules.md, "Refusal log").
    noteRefusal({ accountId, keyId: keyIdOf(caller), modelId: logNameOf(request), tier, type: 'RPM' });
    countRefusal('repeats');
    throw refusal;
  }
}

function knownRepeats(): BoundedCache<true> {
  return processState('http.known-repeats', () => boundedCache<true>(MAX_KNOWN));
}

/** Hashed, so that long keys use no more memory than short ones. */
function nameOf({ accountId, route, key }: IdempotencyRecord): string {
  return createHash('sha256').update(`${accountId} ${route} ${key}`).digest('base64');
}
