import {
  address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Address,
  type MaybeEncodedAccount,
} from '@solana/kit';

/** USDC on Solana. */
export const USDC_MINT = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;
/** Places in a mint's and in a token account's bytes. */
const MINT = { hasAuthority: 0, authority: 4, supply: 36, decimals: 44, isInitialized: 45 };
const ACCOUNT = { mint: 0, owner: 32, amount: 64, state: 108 };
const INITIALIZED = 1;

export type TokenAccount = { mint: Address; owner: Address; amount: bigint };

/** The address of the owner's USDC account (its associated token account). */
export async function usdcAccountOf(owner: Address): Promise<Address> {
  const seeds = [owner, TOKEN_PROGRAM, USDC_MINT].map((seed) => getAddressEncoder().encode(seed));
  const [account] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds });
  return account;
}

/** A mint's account data. */
export function encodeMint(authority: Address, supply: bigint, decimals: number): Uint8Array {
  const bytes = new Uint8Array(MINT_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(MINT.hasAuthority, 1, true);
  bytes.set(getAddressEncoder().encode(authority), MINT.authority);
  view.setBigUint64(MINT.supply, supply, true);
  view.setUint8(MINT.decimals, decimals);
  view.setUint8(MINT.isInitialized, 1);
  return bytes;
}

/** A token account's data, without delegate and close authority. */
export function encodeTokenAccount({ mint, owner, amount }: TokenAccount): Uint8Array {
  const bytes = new Uint8Array(ACCOUNT_BYTES);
  bytes.set(getAddressEncoder().encode(mint), ACCOUNT.mint);
  bytes.set(getAddressEncoder().encode(owner), ACCOUNT.owner);
  new DataView(bytes.buffer).setBigUint64(ACCOUNT.amount, amount, true);
  bytes[ACCOUNT.state] = INITIALIZED;
  return bytes;
}

/** Null for an account that holds no token. */
export function readTokenAccount(account: MaybeEncodedAccount): TokenAccount | null {
  if (!account.exists || account.programAddress !== TOKEN_PROGRAM || account.data.length !== ACCOUNT_BYTES) return null;
  const { data } = account;
  const addressAt = (at: number) => getAddressDecoder().decode(data.subarray(at, at + 32));
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(ACCOUNT.amount, true);
  return { mint: addressAt(ACCOUNT.mint), owner: addressAt(ACCOUNT.owner), amount };
}

/** The decimals of a mint; 0 for an account that is none. */
export function readDecimals(account: MaybeEncodedAccount): number {
  return account.exists && account.data.length === MINT_BYTES ? (account.data[MINT.decimals] ?? 0) : 0;
}
