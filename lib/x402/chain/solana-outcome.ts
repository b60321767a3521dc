import { z } from 'zod';
import { decodeTransaction, usdcAccountOf } from '../payment/solana-transaction';
import type { Ask } from './node';
import type { NotedPayment, Outcome } from './noted-payment';
import { ownTransactionId } from './sign-solana';

/** The search goes back so many slots further, because another node may have been ahead of the one that was asked. */
const LAG_SLOTS = 64n;
/** Nodes list at most so many transactions at once. */
const PAGE_SIZE = 1_000;
/** A wallet with more pages of transactions since the payment is not searched. */
const MAX_PAGES = 20;
/** Of its transactions that could be the payment, so many are read, from the oldest. */
const MAX_READ = 200;

const UNKNOWN = { state: 'unknown' } as const;
const impossible = (reason: string) => ({ state: 'impossible', reason }) as const;

const Slot = z.number().int().nonnegative().transform(BigInt);
const EpochInfo = z.object({ absoluteSlot: Slot, blockHeight: Slot });
const Statuses = z.object({
  context: z.object({ slot: Slot }),
  value: z.tuple([z.object({ confirmationStatus: z.string().nullish() }).nullable()]),
});
const Signatures = z.array(z.object({ signature: z.string(), slot: Slot, err: z.unknown() }));
const Balance = z.object({
  accountIndex: z.number(),
  uiTokenAmount: z.object({ amount: z.string().transform(BigInt) }),
});
const Transaction = z
  .object({
    transaction: z.tuple([z.string(), z.literal('base64')]),
    meta: z.object({
      err: z.unknown(),
      preTokenBalances: z.array(Balance).nullish(),
      postTokenBalances: z.array(Balance).nullish(),
    }),
  })
  .nullable();
type IncludedTransaction = NonNullable<z.output<typeof Transaction>>;

/**
 * What Solana says about a payment: whether exactly its message was executed, and how much arrived in the receiver's
 * account for USDC. For a payment `confirmed` is enough, as for every wallet; a failure must be `finalized`.
 *
 * A payment has failed only if no block can have it:
 * - It expires. Its blockhash is too old in every block with a height above `expiresAt`, and the node shows a finalized
 *   block with such a height. All blocks that are still to come have greater heights.
 * - If its fees are paid by our own key, its transaction has one possible ID: the ID is the signature of that key, which
 *   only this server makes, and always the same for a message (Ed25519 is deterministic, RFC 8032). Then it is enough
 *   that a node which has seen the finalized block, and remembers all blocks since the payment was noted, does not know
 *   that ID. What else the payer has done is not read.
 * - If others sign, the ID may be any. Then the payer's transactions are searched: all in the slots from the one in which
 *   the payment was noted to the last one with a height up to `expiresAt` (`lastSlotFor`). If only one of them is not
 *   read, nothing is proven.
 * @throws Error if the node fails
 */
export async function findSolanaOutcome(payment: NotedPayment, ask: Ask): Promise<Outcome> {
  // First of all: what is not found later, at this slot or a newer one, was not there when it expired.
  const final = EpochInfo.parse(await ask({ method: 'getEpochInfo', params: [{ commitment: 'finalized' }] }));
  const isExpired = payment.expiresAt > 0n && final.blockHeight > payment.expiresAt;
  const ownId = await ownTransactionId(payment);
  const transactionId = ownId ?? payment.transactionId;
  if (transactionId) {
    const known = await readTransaction(ask, transactionId);
    const outcome = known && (await outcomeIn(known, transactionId, payment));
    if (outcome?.state === 'impossible' && !(await readTransaction(ask, transactionId, 'finalized'))) return UNKNOWN;
    if (outcome) return outcome;
  }
  // Before that, a known ID is most likely right.
  if (transactionId && !isExpired) return UNKNOWN;
  if (ownId === null) {
    const lastSlot = isExpired ? lastSlotFor(payment, final) : null;
    const found = await search(payment, ask, { minContextSlot: final.absoluteSlot, lastSlot });
    if (found !== null || !isExpired) return found ?? UNKNOWN;
  }
  if (!(await remembers(payment, ask))) return UNKNOWN;
  if (transactionId && !(await isAbsent(ask, transactionId, final.absoluteSlot))) return UNKNOWN;
  return impossible('The transaction was not executed before its blockhash expired.');
}

/**
 * The last slot whose block can have a height up to `expiresAt`, if a finalized block is higher. From a block to the next,
 * the height grows by one and the slot by at least one, so the slot is ahead of the height by never less than before.
 * Therefore, in a slot up to the finalized one, the height is at least the slot minus what the finalized block is ahead;
 * and after it, the height is greater than that of the finalized block.
 */
function lastSlotFor({ expiresAt }: NotedPayment, { absoluteSlot, blockHeight }: z.output<typeof EpochInfo>): bigint {
  return expiresAt + (absoluteSlot - blockHeight);
}

async function readTransaction(
  ask: Ask,
  signature: string,
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<IncludedTransaction | null> {
  const options = { commitment, encoding: 'base64', maxSupportedTransactionVersion: 0 };
  return Transaction.parse(await ask({ method: 'getTransaction', params: [signature, options] }));
}

/** The outcome, if this is the payment's own transaction; null if it is another one. */
async function outcomeIn(
  { transaction: [wire], meta }: IncludedTransaction,
  transactionId: string,
  { key, payTo, amountMicro }: NotedPayment,
): Promise<Outcome | null> {
  const decoded = await decodeTransaction(wire);
  if (decoded?.key !== key) return null;
  if (meta.err !== null) return impossible('The transaction failed on the chain.');
  const account = await usdcAccountOf(payTo);
  const index = decoded.message.staticAccounts.findIndex((address) => address === account);
  const balanceIn = (balances: typeof meta.preTokenBalances) =>
    balances?.find(({ accountIndex }) => accountIndex === index)?.uiTokenAmount.amount ?? 0n;
  const arrived = balanceIn(meta.postTokenBalances) - balanceIn(meta.preTokenBalances);
  return arrived >= amountMicro ? { state: 'paid', transactionId, amountMicro: arrived } : UNKNOWN;
}

/** Where a search looks. */
type Range = {
  /** The node must have seen it. */
  minContextSlot: bigint;
  /** No later one can have the payment; null: the payment has not expired. */
  lastSlot: bigint | null;
};

/**
 * Looks for the payment among the payer's transactions since it was noted: if a facilitator has signed it, its ID may
 * not be known. @returns null if it was certainly not executed
 */
async function search(payment: NotedPayment, ask: Ask, range: Range): Promise<Outcome | null> {
  const candidates = await listSince(payment, ask, range);
  if (candidates === null) return UNKNOWN;
  for (const signature of candidates.slice(0, MAX_READ)) {
    const transaction = await readTransaction(ask, signature);
    if (transaction === null) return UNKNOWN;
    const outcome = await outcomeIn(transaction, signature, payment);
    // It was listed as successful: the chain is changing.
    if (outcome) return outcome.state === 'impossible' ? UNKNOWN : outcome;
  }
  return candidates.length > MAX_READ ? UNKNOWN : null;
}

/** The payer's successful transactions of a range, the oldest first; null if there are too many since. */
async function listSince(
  { payer, fromBlock }: NotedPayment,
  ask: Ask,
  { minContextSlot, lastSlot }: Range,
): Promise<string[] | null> {
  const since: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const options = { commitment: 'confirmed', limit: PAGE_SIZE, minContextSlot: Number(minContextSlot), before };
    const listed = Signatures.parse(await ask({ method: 'getSignaturesForAddress', params: [payer, options] }));
    const recent = listed.filter(({ slot }) => slot >= firstSlotFor(fromBlock));
    const possible = recent.filter(({ slot, err }) => err === null && (lastSlot === null || slot <= lastSlot));
    since.push(...possible.map(({ signature }) => signature));
    if (recent.length < PAGE_SIZE) return since.reverse();
    before = listed.at(-1)?.signature;
  }
  return null;
}

const firstSlotFor = (fromBlock: bigint): bigint => fromBlock - LAG_SLOTS;

/** Whether the node still has the blocks in which the payment could be. */
async function remembers({ fromBlock }: NotedPayment, ask: Ask): Promise<boolean> {
  return Slot.parse(await ask({ method: 'getFirstAvailableBlock', params: [] })) <= firstSlotFor(fromBlock);
}

/** Whether a node that has seen this slot knows nothing of a transaction. */
async function isAbsent(ask: Ask, signature: string, slot: bigint): Promise<boolean> {
  const params = [[signature], { searchTransactionHistory: true }];
  const { context, value } = Statuses.parse(await ask({ method: 'getSignatureStatuses', params }));
  return value[0] === null && context.slot >= slot;
}
