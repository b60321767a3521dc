import type { RunContext, WalletCaller } from '../accounts/caller';
import { ApiError, invalidField } from '../core/errors';
import { usdNumber } from '../core/money';
import { BASE, walletOf } from '../core/wallet';
import { findBalance } from '../ledger/read/balance/find-balance';
import { listUsdEntries, type UsdEntry } from '../ledger/read/history/list-usd-entries';
import { subjectOfAddress } from '../limits/subject-of-address';
import { take } from '../limits/take';
import { MIN_BALANCE_NANO_USD, MIN_TOP_UP_USD, SUGGESTED_TOP_UP_USD } from './constants';
import type { TransactionsQuery, WalletBalance, WalletTransactions } from './contract';

type Context = RunContext<WalletCaller>;

/**
 * `GET /x402/balance/{walletAddress}`: the credit of a wallet, zero if it is unknown; that of its account if it is linked
 * to one.
 * @throws ApiError RATE_LIMIT_EXCEEDED, INVALID_REQUEST for another form of an address, X402_WALLET_MISMATCH
 */
export async function walletBalance(address: string, { caller, client }: Context): Promise<WalletBalance> {
  take('walletBalance', subjectOfAddress(client.address));
  const walletAddress = requireOwn(address, caller);
  const accountId = accountOf(caller);
  const { usdNano, diemNano, stakedNano } =
    accountId === null ? { usdNano: 0n, diemNano: 0n, stakedNano: null } : await findBalance(accountId);
  return {
    success: true,
    data: {
      walletAddress,
      balanceUsd: usdNumber(usdNano),
      canConsume: usdNano >= MIN_BALANCE_NANO_USD || diemNano > 0n,
      minimumTopUpUsd: MIN_TOP_UP_USD,
      suggestedTopUpUsd: SUGGESTED_TOP_UP_USD,
      ...(stakedNano !== null && { diemBalanceUsd: usdNumber(diemNano) }),
    },
  };
}

/**
 * `GET /x402/transactions/{walletAddress}`: what was added to and charged from a wallet's credit, newest first.
 * @throws ApiError as `walletBalance`
 */
export async function walletTransactions(
  address: string,
  { limit, offset }: TransactionsQuery,
  { caller, client }: Context,
): Promise<WalletTransactions> {
  take('walletTransactions', subjectOfAddress(client.address));
  const walletAddress = requireOwn(address, caller);
  const accountId = accountOf(caller);
  // One more than asked for shows whether there are more.
  const entries = accountId === null ? [] : await listUsdEntries(accountId, { limit: limit + 1, offset });
  const { usdNano } = accountId === null ? { usdNano: 0n } : await findBalance(accountId);
  return {
    success: true,
    data: {
      walletAddress,
      currentBalance: usdNumber(usdNano),
      transactions: entries
        .slice(0, limit)
        .map(({ id, amountNano, balanceAfterNano, kind, createdAt, ...request }) => ({
          id,
          amount: usdNumber(amountNano),
          balanceAfter: usdNumber(balanceAfterNano),
          type: typeOf(kind, amountNano),
          createdAt: createdAt.toISOString(),
          ...request,
        })),
      pagination: { limit, offset, hasMore: entries.length > limit },
    },
  };
}

/**
 * To a wallet, any other credit is credit that was added. What was sent back to it is a refund, which is negative here:
 * it has left the credit. What else left its account is charged.
 */
function typeOf(
  kind: UsdEntry['kind'],
  amountNano: bigint,
): WalletTransactions['data']['transactions'][number]['type'] {
  if (kind === 'CHARGE' || kind === 'REFUND') return kind;
  if (kind === 'WITHDRAWAL') return 'REFUND';
  return amountNano > 0n ? 'TOP_UP' : 'CHARGE';
}

const accountOf = (caller: WalletCaller): string | null => (caller.kind === 'wallet' ? caller.account.id : null);

/** The address as it is stored. @throws ApiError if it is no address, or another wallet's */
function requireOwn(address: string, { wallet }: WalletCaller): string {
  const named = walletOf(address);
  if (named === null) {
    const form = '0x and 40 hexadecimal digits, or 32 to 44 characters of base58';
    throw invalidField(['walletAddress'], `Must be an address: ${form}`);
  }
  if (named.address !== wallet.address) {
    throw new ApiError('X402_WALLET_MISMATCH', 'This is another wallet. Sign in with the wallet that the path names.');
  }
  return named.network === BASE ? named.address.toLowerCase() : named.address;
}
