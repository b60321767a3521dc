import { ApiError } from '../../core/errors';
import { processState } from '../../platform/process-state';

/** Checks at a time for wallets without an account: anybody can make such sign-ins, and each asks the node of Base. */
const MAX_UNKNOWN = 4;
/** For wallets with one, whose addresses are public: all together, and for one of them, which may send five requests. */
const MAX_KNOWN = 20;
const MAX_PER_WALLET = 5;
const RETRY_AFTER_SECONDS = 1;

/**
 * Runs a check of a contract wallet, if few others run.
 * @param known the wallet's address; null if it has no account
 * @throws ApiError NOT_READY otherwise
 */
export async function withCheckSlot<T>(known: string | null, check: () => Promise<T>): Promise<T> {
  const { unknown, wallets } = processState('x402.check-slots', () => ({
    unknown: { taken: 0 },
    wallets: new Map<string, number>(),
  }));
  const ofWallet = known === null ? 0 : (wallets.get(known) ?? 0);
  const ofAll = known === null ? unknown.taken : [...wallets.values()].reduce((sum, taken) => sum + taken, 0);
  if (ofWallet >= MAX_PER_WALLET || ofAll >= (known === null ? MAX_UNKNOWN : MAX_KNOWN)) {
    const message = 'Too many signatures of contract wallets are being checked. Try again in a moment.';
    throw new ApiError('NOT_READY', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const change = (by: 1 | -1) => {
    if (known === null) unknown.taken += by;
    else wallets.set(known, (wallets.get(known) ?? 0) + by);
    if (known !== null && wallets.get(known) === 0) wallets.delete(known);
  };
  change(1);
  try {
    return await check();
  } finally {
    change(-1);
  }
}
