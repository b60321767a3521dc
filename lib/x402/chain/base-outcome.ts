import type { TransactionReceipt } from 'viem';
import { BASE_USDC, type BaseClient, openBase, USDC_ABI } from './base';
import { BLOCKS_PER_SEARCH, searchLogs } from './base-logs';
import { authorizationOf, type Transfer, transferIn, transferOf } from './base-transfer';
import type { Ask } from './node';
import type { NotedPayment, Outcome } from './noted-payment';

/** The search starts so many blocks earlier, because another node may have been ahead of the one that was asked. */
const LAG_BLOCKS = 32n;
/**
 * So many blocks, the one with the proof included, must exist before a payment has failed, however few a credit needs: an
 * undone credit is found when it is checked again, but a failure ends a payment that its payer may still have to make.
 */
const FAILURE_CONFIRMATIONS = 10n;

const UNKNOWN = { state: 'unknown' } as const;
const impossible = (reason: string) => ({ state: 'impossible', reason }) as const;
const EXPIRED = impossible('The authorization has expired unused.');
const CANCELED = impossible('The payer has canceled the authorization.');

type Options = {
  /** So many blocks, the one with the transaction included, must exist for it to count; default: one. */
  confirmations?: bigint;
  /** How many blocks are searched at once, or fewer if the node refuses that. */
  blocksPerSearch?: bigint;
};

/** The newest blocks that count: for a payment that was made, and for one that has failed. */
type Depths = { confirmed: bigint; final: bigint };

/**
 * What Base says about a payment: whether the token has accepted its authorization, in which transaction, and whether
 * exactly its amount went to the receiver.
 * @throws Error if the node fails
 */
export async function findBaseOutcome(
  payment: NotedPayment,
  ask: Ask,
  { confirmations = 1n, blocksPerSearch = BLOCKS_PER_SEARCH }: Options = {},
): Promise<Outcome> {
  const client = await openBase(ask);
  const { getBlockNumber } = await import('viem/actions');
  // Asked first: what is read afterwards is at least as deep in the chain as this says.
  const blocks = (await getBlockNumber(client)) + 1n;
  const needed = confirmations > FAILURE_CONFIRMATIONS ? confirmations : FAILURE_CONFIRMATIONS;
  const depths = { confirmed: blocks - confirmations, final: blocks - needed };
  if (!(await isUsed(client, payment))) {
    if (await isExpired(client, payment, depths.final)) return EXPIRED;
    return (await isReverted(client, payment)) ? { state: 'unknown', isReverted: true } : UNKNOWN;
  }
  const receipt = await knownReceipt(client, payment);
  const transfer = receipt && (await transferIn(receipt, payment));
  if (transfer) return outcomeOf(transfer, receipt, payment, depths);
  return outcomeOfLogs(client, payment, { ...depths, blocksPerSearch });
}

/** Whether the token does not accept the authorization anymore. @param blockNumber default: the newest block */
async function isUsed(client: BaseClient, payment: NotedPayment, blockNumber?: bigint): Promise<boolean> {
  const { readContract } = await import('viem/actions');
  const { authorizer, nonce } = authorizationOf(payment);
  const state = { address: BASE_USDC, abi: USDC_ABI, functionName: 'authorizationState' } as const;
  return readContract(client, { ...state, args: [authorizer, nonce], blockNumber });
}

/**
 * Whether this block's time is too late for the authorization, and it was not used until then. The question names the
 * block, because another node may not have seen it yet.
 */
async function isExpired(client: BaseClient, payment: NotedPayment, blockNumber: bigint): Promise<boolean> {
  if (blockNumber < 0n) return false;
  return (await isTooLate(client, payment, blockNumber)) && !(await isUsed(client, payment, blockNumber));
}

/** Whether the token refuses the authorization in this block and all later ones. */
async function isTooLate(client: BaseClient, { expiresAt }: NotedPayment, blockNumber: bigint): Promise<boolean> {
  const { getBlock } = await import('viem/actions');
  return (await getBlock(client, { blockNumber })).timestamp >= expiresAt;
}

/** Whether the authorization was certainly not used until this block. Nodes forget the state of old blocks. */
function wasUnused(client: BaseClient, payment: NotedPayment, blockNumber: bigint): Promise<boolean> {
  return isUsed(client, payment, blockNumber).then(
    (used) => !used,
    () => false,
  );
}

/** @throws Error if the node fails: a transaction that was reverted is not forgotten for that */
async function isReverted(client: BaseClient, payment: NotedPayment): Promise<boolean> {
  return (await readKnownReceipt(client, payment))?.status === 'reverted';
}

/** Null also if it cannot be read: the search finds the transaction without it. */
function knownReceipt(client: BaseClient, payment: NotedPayment): Promise<TransactionReceipt | null> {
  return readKnownReceipt(client, payment).catch(() => null);
}

async function readKnownReceipt(
  client: BaseClient,
  { transactionId }: NotedPayment,
): Promise<TransactionReceipt | null> {
  if (!transactionId || !/^0x[0-9a-f]{64}$/i.test(transactionId)) return null;
  const { getTransactionReceipt } = await import('viem/actions');
  return getTransactionReceipt(client, { hash: transactionId as `0x${string}` }).catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.name === 'TransactionReceiptNotFoundError') return null;
    throw thrown;
  });
}

/**
 * By the events of the token, from the oldest to those in the newest block that counts. The token accepts an authorization
 * only in blocks before it expires, so the search for its use ends with the first range of blocks that goes beyond that.
 * If it was not used by then, but is now, its payer has canceled it later. To the payment, it has then expired.
 */
async function outcomeOfLogs(
  client: BaseClient,
  payment: NotedPayment,
  { blocksPerSearch, ...depths }: Depths & { blocksPerSearch: bigint },
): Promise<Outcome> {
  const { confirmed, final } = depths;
  const oldest = payment.fromBlock > LAG_BLOCKS ? payment.fromBlock - LAG_BLOCKS : 0n;
  let isInTime = true;
  for await (const { event, lastBlock } of searchLogs(client, payment, {
    oldest,
    newest: confirmed,
    blocksPerSearch,
  })) {
    if (event?.name === 'AuthorizationUsed') {
      return outcomeOf(await transferOf(event, payment, client), event, payment, depths);
    }
    if (event) return event.blockNumber > final ? UNKNOWN : CANCELED;
    if (!isInTime || !(await isTooLate(client, payment, lastBlock))) continue;
    if (lastBlock <= final && (await wasUnused(client, payment, lastBlock))) return EXPIRED;
    // Nodes forget old states: then only the cancellation itself, which is later, can prove it.
    isInTime = false;
  }
  return UNKNOWN;
}

function outcomeOf(
  transfer: Transfer | null,
  { blockNumber, transactionHash }: Pick<TransactionReceipt, 'blockNumber' | 'transactionHash'>,
  { amountMicro }: NotedPayment,
  { confirmed, final }: Depths,
): Outcome {
  if (transfer === null || blockNumber > (transfer === 'other' ? final : confirmed)) return UNKNOWN;
  if (transfer === 'other') return impossible('The nonce was used for another transfer.');
  return { state: 'paid', transactionId: transactionHash, amountMicro };
}
