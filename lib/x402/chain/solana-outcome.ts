import { z } from 'zod';
import { decodeTransaction, usdcAccountOf } from '../payment/solana-transaction';
import type { Ask } from './node';
import type { NotedPayment, Outcome } from './noted-payment';

/** The search goes back so many slots further, because another node may have been ahead of the one that was asked. */
const LAG_SLOTS = 64n;
/** Nodes list at most so many transactions at once. */
const PAGE_SIZE = 1_000;
/** A wallet with more pages of transactions since the payment is not searched. */
const MAX_PAGES = 20;
/** Of its transactions since the payment, so many are read, from the oldest. */
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
 * @throws Error if the node fails
 */
export async function findSolanaOutcome(payment: NotedPayment, ask: Ask): Promise<Outcome> {
  // First of all: what is not found later, at this slot or a newer one, was not there when it expired.
  const final = EpochInfo.parse(await ask({ method: 'getEpochInfo', params: [{ commitment: 'finalized' }] }));
  const { transactionId } = payment;
  if (transactionId) {
    const known = await readTransaction(ask, transactionId);
    const outcome = known && (await outcomeIn(known, transactionId, payment));
    if (outcome?.state === 'impossible' && !(await readTransaction(ask, transactionId, 'finalized'))) return UNKNOWN;
    if (outcome) return outcome;
  }
  const isExpired = payment.expiresAt > 0n && final.blockHeight > payment.expiresAt;
  // Before that, a known ID is most likely right.
  if (transactionId && !isExpired) return UNKNOWN;
  const found = await search(payment, ask, final.absoluteSlot);
  if (found !== null || !isExpired) return found ?? UNKNOWN;
  if (!(await remembers(payment, ask))) return UNKNOWN;
  if (transactionId && !(await isAbsent(ask, transactionId, final.absoluteSlot))) return UNKNOWN;
  return impossible('The transaction was not executed before its blockhash expired.');
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

/**
 * Looks for the payment among the payer's transactions since it was noted: if a facilitator has signed it, its ID may
 * not be known. @returns null if it was certainly not executed
 */
async function search(payment: NotedPayment, ask: Ask, minContextSlot: bigint): Promise<Outcome | null> {
  const candidates = await listSince(payment, ask, minContextSlot);
  if (candidates === null) return UNKNOWN;
  for (const signature of candidates.slice(0, MAX_READ)) {
    const transaction = await readTransaction(ask, signature);
    if (transaction === null) return UNKNOWN;
    const outcome = await outcomeIn(transaction, signature, payment);
    if (outcome) return outcome;
  }
  return candidates.length > MAX_READ ? UNKNOWN : null;
}

/** The payer's successful transactions since the payment was noted, the oldest first; null if they are too many. */
async function listSince(
  { payer, fromBlock }: NotedPayment,
  ask: Ask,
  minContextSlot: bigint,
): Promise<string[] | null> {
  const since: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const options = { commitment: 'confirmed', limit: PAGE_SIZE, minContextSlot: Number(minContextSlot), before };
    const listed = Signatures.parse(await ask({ method: 'getSignaturesForAddress', params: [payer, options] }));
    const recent = listed.filter(({ slot }) => slot >= fromBlock - LAG_SLOTS);
    since.push(...recent.filter(({ err }) => err === null).map(({ signature }) => signature));
    if (recent.length < PAGE_SIZE) return since.reverse();
    before = listed.at(-1)?.signature;
  }
  return null;
}

/** Whether the node still has the blocks in which the payment could be. */
async function remembers({ fromBlock }: NotedPayment, ask: Ask): Promise<boolean> {
  return Slot.parse(await ask({ method: 'getFirstAvailableBlock', params: [] })) <= fromBlock;
}

/** Whether a node that has seen this slot knows nothing of a transaction. */
async function isAbsent(ask: Ask, signature: string, slot: bigint): Promise<boolean> {
  const params = [[signature], { searchTransactionHistory: true }];
  const { context, value } = Statuses.parse(await ask({ method: 'getSignatureStatuses', params }));
  return value[0] === null && context.slot >= slot;
}
