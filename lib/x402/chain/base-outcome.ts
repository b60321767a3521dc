import type { TransactionReceipt } from 'viem';
import { BASE_USDC, type BaseClient, openBase, USDC_ABI } from './base';
import type { Ask } from './node';
import type { NotedPayment, Outcome } from './noted-payment';

/** The search starts so many blocks earlier, because another node may have been ahead of the one that was asked. */
const LAG_BLOCKS = 32n;
/** Nodes refuse to search more blocks at once. */
const BLOCKS_PER_SEARCH = 5_000n;
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
  /** Nodes refuse to search more blocks at once. */
  blocksPerSearch?: bigint;
};

type Authorization = { authorizer: `0x${string}`; nonce: `0x${string}` };

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
  const receipt = await receiptOfKnown(client, payment);
  if (receipt !== null) return outcomeIn(receipt, payment, depths);
  return outcomeOfLogs(client, payment, { ...depths, blocksPerSearch });
}

/** The two parts of the key. */
function authorizationOf({ key }: NotedPayment): Authorization {
  const [authorizer, nonce] = key.split(' ');
  return { authorizer: authorizer as `0x${string}`, nonce: nonce as `0x${string}` };
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
  const { getBlock } = await import('viem/actions');
  const block = await getBlock(client, { blockNumber });
  return block.timestamp >= payment.expiresAt && !(await isUsed(client, payment, block.number));
}

/** Without a search: of the transaction that is known, if it has used the authorization. */
async function receiptOfKnown(client: BaseClient, payment: NotedPayment): Promise<TransactionReceipt | null> {
  const receipt = await knownReceipt(client, payment);
  return receipt !== null && (await transferIn(receipt, payment)) !== null ? receipt : null;
}

async function isReverted(client: BaseClient, payment: NotedPayment): Promise<boolean> {
  return (await knownReceipt(client, payment))?.status === 'reverted';
}

async function knownReceipt(client: BaseClient, { transactionId }: NotedPayment): Promise<TransactionReceipt | null> {
  if (!transactionId || !/^0x[0-9a-f]{64}$/i.test(transactionId)) return null;
  const { getTransactionReceipt } = await import('viem/actions');
  return getTransactionReceipt(client, { hash: transactionId as `0x${string}` }).catch(() => null);
}

/** By the events of the token, from the oldest to those in the newest block that counts. */
async function outcomeOfLogs(
  client: BaseClient,
  payment: NotedPayment,
  { blocksPerSearch, ...depths }: Depths & { blocksPerSearch: bigint },
): Promise<Outcome> {
  const { getLogs, getTransactionReceipt } = await import('viem/actions');
  const { confirmed, final } = depths;
  const args = authorizationOf(payment);
  const [used, canceled] = await eventsOf();
  const oldest = payment.fromBlock > LAG_BLOCKS ? payment.fromBlock - LAG_BLOCKS : 0n;
  for (let fromBlock = oldest; fromBlock <= confirmed; fromBlock += blocksPerSearch) {
    const last = fromBlock + blocksPerSearch - 1n;
    const range = { address: BASE_USDC, args, fromBlock, toBlock: last < confirmed ? last : confirmed };
    const [log] = await getLogs(client, { ...range, event: used });
    if (log) {
      return outcomeIn(await getTransactionReceipt(client, { hash: log.transactionHash }), payment, depths);
    }
    const [cancellation] = await getLogs(client, { ...range, event: canceled });
    if (cancellation) return cancellation.blockNumber > final ? UNKNOWN : CANCELED;
  }
  return UNKNOWN;
}

async function outcomeIn(
  receipt: TransactionReceipt,
  payment: NotedPayment,
  { confirmed, final }: Depths,
): Promise<Outcome> {
  const transfer = await transferIn(receipt, payment);
  if (transfer === null || receipt.blockNumber > (transfer === 'other' ? final : confirmed)) return UNKNOWN;
  if (transfer === 'other') return impossible('The nonce was used for another transfer.');
  return { state: 'paid', transactionId: receipt.transactionHash, amountMicro: payment.amountMicro };
}

async function eventsOf() {
  const { getAbiItem } = await import('viem');
  return [
    getAbiItem({ abi: USDC_ABI, name: 'AuthorizationUsed' }),
    getAbiItem({ abi: USDC_ABI, name: 'AuthorizationCanceled' }),
  ] as const;
}

/**
 * Which transfer the authorization has made in a transaction: the payment's, another one, or none. The token logs the
 * use of an authorization and its transfer one right after the other. Another transfer of the same amount by the same
 * payer in the same transaction belongs to another authorization.
 */
async function transferIn(
  { logs, status }: TransactionReceipt,
  payment: NotedPayment,
): Promise<'ours' | 'other' | null> {
  const { parseEventLogs } = await import('viem');
  const { authorizer, nonce } = authorizationOf(payment);
  if (status !== 'success') return null;
  const ofToken = logs.filter(({ address }) => isSame(address, BASE_USDC));
  const events = parseEventLogs({ abi: USDC_ABI, logs: ofToken });
  const used = events.find(
    ({ eventName, args }) =>
      eventName === 'AuthorizationUsed' && isSame(args.authorizer, authorizer) && isSame(args.nonce, nonce),
  );
  if (used === undefined) return null;
  const next = events.find(({ logIndex }) => logIndex === used.logIndex + 1);
  if (next?.eventName !== 'Transfer') return null;
  const { from, to, value } = next.args;
  const isOurs = isSame(from, payment.payer) && isSame(to, payment.payTo) && value === payment.amountMicro;
  return isOurs ? 'ours' : 'other';
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
