import { getBase58Decoder, getBase64Decoder, lamports, type Address, type MaybeEncodedAccount } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { INVALID_PARAMS, rpcError } from '../rpc-json';
import type { TokenBalance } from './chain';
import { readDecimals, readTokenAccount, TOKEN_PROGRAM, type TokenAccount } from './tokens';

/** Of an account that pays no rent: the largest u64. */
const NO_RENT_EPOCH = 18446744073709551615n;

/** Of a call, not checked yet. */
type AccountOptions = { encoding?: unknown; dataSlice?: unknown };

/** An account as RPC answers have it; null if it does not exist. */
export function toRpcAccount(svm: LiteSVM, account: MaybeEncodedAccount, options: AccountOptions) {
  if (!account.exists) return null;
  const { executable, programAddress, data } = account;
  const rest = {
    executable,
    lamports: account.lamports,
    owner: programAddress,
    rentEpoch: NO_RENT_EPOCH,
    space: data.length,
  };
  return { ...rest, data: encodeData(svm, account, options) };
}

function encodeData(
  svm: LiteSVM,
  account: Extract<MaybeEncodedAccount, { exists: true }>,
  { encoding = 'base58', dataSlice }: AccountOptions,
) {
  const token = encoding === 'jsonParsed' ? readTokenAccount(account) : null;
  if (token) return { program: 'spl-token', space: account.data.length, parsed: parsedToken(svm, token) };
  const data = cut(account.data, dataSlice);
  if (encoding === 'base58') return getBase58Decoder().decode(data);
  // Like a real node, which cannot parse every program's accounts either.
  if (encoding === 'base64' || encoding === 'jsonParsed') return [getBase64Decoder().decode(data), 'base64'];
  throw rpcError(INVALID_PARAMS, `The encoding ${String(encoding)} is not supported`);
}

function cut(data: Uint8Array, slice: unknown): Uint8Array {
  if (slice === undefined || slice === null) return data;
  const { offset, length } = slice as Record<string, unknown>;
  if (typeof offset === 'number' && typeof length === 'number') return data.slice(offset, offset + length);
  throw rpcError(INVALID_PARAMS, 'A data slice has an offset and a length');
}

function parsedToken(svm: LiteSVM, { mint, owner, amount }: TokenAccount) {
  const tokenAmount = toTokenAmount(amount, readDecimals(svm.getAccount(mint)));
  return { type: 'account', info: { isNative: false, mint, owner, state: 'initialized', tokenAmount } };
}

/** An amount as RPC answers have it. */
export function toTokenAmount(amount: bigint, decimals: number) {
  const uiAmount = Number(amount) / 10 ** decimals;
  return { amount: String(amount), decimals, uiAmount, uiAmountString: String(uiAmount) };
}

/** The balances of a transaction's accounts, in lamports and of tokens. */
export function balancesOf(svm: LiteSVM, accounts: readonly Address[]) {
  const balances = accounts.map((account) => svm.getBalance(account) ?? lamports(0n));
  const tokens = accounts.flatMap((account, accountIndex): TokenBalance[] => {
    const token = readTokenAccount(svm.getAccount(account));
    return token ? [{ ...token, accountIndex, decimals: readDecimals(svm.getAccount(token.mint)) }] : [];
  });
  return { lamports: balances, tokens };
}

/** A token balance as a transaction's `meta` has it. */
export function toRpcTokenBalance({ accountIndex, mint, owner, amount, decimals }: TokenBalance) {
  return { accountIndex, mint, owner, programId: TOKEN_PROGRAM, uiTokenAmount: toTokenAmount(amount, decimals) };
}
