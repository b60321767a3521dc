import type { ErrorCode } from '../../core/errors';
import { log } from '../../platform/log';
import { countUpstreamChange } from '../../platform/metrics/metrics';
import { type Breaker, type Health, leave, newBreaker, type Permit } from './breaker';

/**
 * The breakers of single accounts at one upstream. A caller can send content that makes an upstream fail, so the
 * failures of one account open the circuit for that account only. For everybody else they count a little: it takes
 * several accounts, or failures that the request cannot have caused, to disable an upstream for everybody.
 */

/**
 * How many failures in a row of one account count for everybody. The circuit opens after five, so that takes three
 * accounts.
 */
const COUNTED_PER_ACCOUNT = 2;
/** Accounts that are remembered per upstream; beyond that, the one whose failures began first is dropped. */
const MAX_ACCOUNTS = 1_000;

/** The permit of a call whose account had no breaker when it began. */
const FIRST_PERMIT: Permit = { round: 0 };

/** The breaker of an account, or undefined if its last complete answer came after its last failure. */
export function accountBreaker(breaker: Breaker, account: string): Breaker | undefined {
  return breaker.accounts.get(account);
}

/**
 * Records for its account how a call ended.
 * @param permit from the account's own breaker, if there was one
 * @returns what the end says about the upstream for everybody
 */
export function leaveAccount(
  breaker: Breaker,
  account: string,
  permit: Permit | null,
  { health, code }: { health: Health; code: ErrorCode | null },
  nowMs: number,
): Health {
  const own =
    accountBreaker(breaker, account) ?? (health === 'unhealthy' ? remember(breaker, account, nowMs) : undefined);
  if (!own) return health;
  const before = own.state;
  leave(own, permit ?? FIRST_PERMIT, health === 'unreachable' ? 'unknown' : health, code, nowMs);
  if (own.failures === 0 && own.openings === 0) breaker.accounts.delete(account);
  if (before === 'closed' && own.state === 'open') {
    const { provider, model, failures, probeAtMs } = own;
    const fields = { provider, model, account, failures, code, pauseMs: probeAtMs - nowMs };
    countUpstreamChange(own, 'open_for_account');
    log.warn(fields, 'an upstream is disabled for one account after repeated failures');
  }
  if (health !== 'unhealthy') return health;
  // Openings are counted until an answer is complete: opening and closing one's own circuit does not count again.
  return own.openings === 0 && own.failures <= COUNTED_PER_ACCOUNT ? 'unhealthy' : 'unknown';
}

function remember(breaker: Breaker, account: string, nowMs: number): Breaker {
  const { provider, model, accounts } = breaker;
  const own = newBreaker(provider, model, nowMs);
  accounts.set(account, own);
  for (const oldest of accounts.keys()) {
    if (accounts.size <= MAX_ACCOUNTS) break;
    accounts.delete(oldest);
  }
  return own;
}
