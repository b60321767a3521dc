import type { ClientAddress } from '../../accounts/caller';
import type { Wallet } from '../../core/wallet';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import type { Queryable } from '../../platform/db';
import { workTurns } from '../../platform/sharing/work-turns';
import { type CheckedSignIn, checkSignIn, refuse } from './check';
import { withCheckSlot } from './check-slots';
import { contractCheck } from './contract-check';
import { signInDomains } from './domains';
import { useNonce } from './nonces';
import { readPayload } from './payload';
import { isSigned, isWellFormed } from './verify-signature';

/** A wallet's sign-in, whatever its names in the header. */
export const SIGN_IN_HEADERS = ['sign-in-with-x', 'x-sign-in-with-x'] as const;

/** What a sign-in counts for in a turn of the event loop: its signature takes up to half a millisecond. */
const CHECK_BYTES = 16_384;
/** That of a wallet without an account takes a whole turn: its nonce is a row that is written, and nobody pays for it. */
const UNKNOWN_CHECK_BYTES = 65_536;
/** All wallets without an account share their turns: anybody can make any number of them. */
const UNKNOWN_WALLETS = 'wallets without an account';

/**
 * A signed header whose members are all in order (docs/api-rules.md, "Wallet sign-in"); its signature is not checked yet.
 * @throws ApiError `X402_SIGN_IN_*`, in the order of the checks
 */
export function readSignIn(header: string): CheckedSignIn {
  return checkSignIn(readPayload(header), { domains: signInDomains(), nowMs: clock.now() });
}

/**
 * Checks that the wallet has signed, and uses up its nonce: only then, so that nobody else can use up the nonces of a
 * wallet.
 * @param isKnown whether the caller or the wallet has an account
 * @throws ApiError as `requireSignature` and `spendNonce`
 */
export async function confirmSignIn(checked: CheckedSignIn, client: ClientAddress, isKnown: boolean): Promise<Wallet> {
  await requireSignature(checked, client, isKnown);
  await spendNonce(checked);
  return checked.wallet;
}

/**
 * Checks that the wallet has signed, when it is the wallet's turn.
 * @param isKnown whether the caller or the wallet has an account: of others, fewer signatures are checked by contracts
 *   at a time, and all of them share their turns
 * @throws ApiError X402_SIGN_IN_INVALID_WALLET, X402_SIGN_IN_INVALID_SIGNATURE; RATE_LIMIT_EXCEEDED if a contract must
 *   check the signature and the address has asked for too many of those; NOT_READY if its node cannot be asked, or is
 *   being asked about too many others
 */
export async function requireSignature(
  checked: CheckedSignIn,
  { address }: ClientAddress,
  isKnown: boolean,
): Promise<void> {
  if (!isWellFormed(checked.wallet)) {
    throw refuse('INVALID_WALLET', 'The address is not one of a wallet on its network.');
  }
  await (isKnown
    ? workTurns().take(`sign-in of ${checked.wallet.address}`, CHECK_BYTES)
    : workTurns().take(UNKNOWN_WALLETS, UNKNOWN_CHECK_BYTES));
  const check = contractCheck();
  const counted: typeof check =
    check &&
    ((signed) => {
      take('contractSignIn', subjectOfAddress(address));
      return withCheckSlot(isKnown ? signed.address : null, () => check(signed));
    });
  if (await isSigned(checked, counted)) return;
  throw refuse('INVALID_SIGNATURE', 'The signature is not one of the message by this wallet.');
}

/**
 * Uses up the nonce of a message whose signature was checked.
 * @param within the transaction that it is used for: if that is rolled back, the nonce can be used again
 * @throws ApiError X402_SIGN_IN_NONCE_REUSED; NOT_READY if the database is unavailable
 */
export async function spendNonce(checked: CheckedSignIn, within?: Queryable): Promise<void> {
  if (await useNonce(checked, within)) return;
  throw refuse('NONCE_REUSED', 'This nonce was used before. Sign a new message for each request.');
}
