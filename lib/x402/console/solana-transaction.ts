import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { SOLANA, USDC, USDC_DECIMALS } from '../../core/wallet';
import { take } from '../../limits/take';
import { askNode } from '../../platform/network/json-rpc';
import { nodeOf } from '../chain/node';
import { MICRO_PER_USD } from '../constants';
import type { SolanaTransactionBody } from '../contract';
import { rails } from '../rails';
import {
  COMPUTE_BUDGET_PROGRAM,
  SET_COMPUTE_UNIT_LIMIT,
  SET_COMPUTE_UNIT_PRICE,
  TOKEN_PROGRAM,
  TRANSFER_CHECKED,
  usdcAccountOf,
} from '../payment/solana-transaction';
import { notConfigured } from '../top-up/top-up';

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** A transfer with a memo uses a third of it. */
const COMPUTE_UNITS = 40_000;
/** Millionths of a lamport per unit, which we pay. */
const UNIT_PRICE = 1n;

const LatestBlockhash = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }) });

/**
 * `POST /api/console/wallet/solana-transaction`: a transfer of USDC to us, for the payer's wallet to sign; we pay its
 * fees. Made here, so that the page needs neither a node nor the libraries to build one.
 * @returns the transaction in base64, without signatures; it can be sent for about a minute
 * @throws ApiError X402_NOT_CONFIGURED, NOT_READY if the node cannot be asked, RATE_LIMIT_EXCEEDED
 */
export async function makeSolanaTransaction(
  { payer, amountUsd }: SolanaTransactionBody,
  { caller: { account } }: Pick<RunContext, 'caller'>,
): Promise<{ transaction: string }> {
  take('topUpAccount', account.id);
  const rail = rails().find(({ network }) => network === SOLANA);
  if (!rail?.feePayer) throw notConfigured();
  const kit = await import('@solana/kit');
  const [source, destination, latest] = await Promise.all([
    usdcAccountOf(payer),
    usdcAccountOf(rail.payTo),
    newestBlock(),
  ]);
  const { address, AccountRole } = kit;
  const transfer = {
    programAddress: address(TOKEN_PROGRAM),
    accounts: [
      { address: address(source), role: AccountRole.WRITABLE },
      { address: address(USDC[SOLANA]), role: AccountRole.READONLY },
      { address: address(destination), role: AccountRole.WRITABLE },
      { address: address(payer), role: AccountRole.READONLY_SIGNER },
    ],
    data: bytes([TRANSFER_CHECKED], 8, BigInt(Math.round(amountUsd * MICRO_PER_USD)), [USDC_DECIMALS]),
  };
  const budget = (data: Uint8Array) => ({ programAddress: address(COMPUTE_BUDGET_PROGRAM), data });
  // Two payments of the same amount in the same moment would otherwise be the same transaction.
  const memo = { programAddress: address(MEMO_PROGRAM), data: Buffer.from(randomBytes(16).toString('hex')) };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (made) => kit.setTransactionMessageFeePayer(address(rail.feePayer ?? ''), made),
    (made) => kit.setTransactionMessageLifetimeUsingBlockhash(latest, made),
    (made) =>
      kit.appendTransactionMessageInstructions(
        [
          budget(bytes([SET_COMPUTE_UNIT_LIMIT], 4, BigInt(COMPUTE_UNITS))),
          budget(bytes([SET_COMPUTE_UNIT_PRICE], 8, UNIT_PRICE)),
          transfer,
          memo,
        ],
        made,
      ),
  );
  return { transaction: kit.getBase64EncodedWireTransaction(kit.compileTransaction(message)) };
}

async function newestBlock() {
  const { blockhash } = await import('@solana/kit');
  try {
    const { value } = LatestBlockhash.parse(
      await askNode(nodeOf(SOLANA), { method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] }),
    );
    return { blockhash: blockhash(value.blockhash), lastValidBlockHeight: BigInt(value.lastValidBlockHeight) };
  } catch (cause) {
    throw new ApiError('NOT_READY', 'Solana could not be asked. Try again in a moment.', { cause });
  }
}

/** An instruction's data: its number, an unsigned number in little endian, and more bytes. */
function bytes(start: number[], size: 4 | 8, value: bigint, end: number[] = []): Uint8Array {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(value);
  return Buffer.concat([Buffer.from(start), number.subarray(0, size), Buffer.from(end)]);
}
