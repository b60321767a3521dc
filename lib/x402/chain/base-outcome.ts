import type { TransactionReceipt } from 'viem';
import { BASE_USDC, type BaseClient, openBase, USDC_ABI } from './base';
import type { Ask } from './node';
import type { NotedPayment, Outcome } from './noted-payment';

/** So many blocks, the one with the transaction included, must exist for it to count. */
const CONFIRMATIONS = 1n;
/** The search starts so many blocks earlier, because another node may have been ahead of the one that was asked. */
const LAG_BLOCKS = 32n;
/** Nodes refuse to search more blocks at once. */
const BLOCKS_PER_SEARCH = 5_000n;

const UNKNOWN = { state: 'unknown' } as const;
const impossible = (reason: string) => ({ state: 'impossible', reason }) as const;

type Authorization = { authorizer: `0x${string}`; nonce: `0x${string}` };

/**
 * What Base says about a payment: whether the token has accepted its authorization, in which transaction, and whether
 * exactly its amount went to the receiver.
 * @throws Error if the node fails
 */
export async function findBaseOutcome(payment: NotedPayment, ask: Ask): Promise<Outcome> {
  const client = await openBase(ask);
  const authorization = authorizationOf(payment);
  const { getBlock, getBlockNumber, readContract } = await import('viem/actions');
  const block = await getBlock(client, { blockNumber: (await getBlockNumber(client)) + 1n - CONFIRMATIONS });
  const isUsed = await readContract(client, {
    ...{ address: BASE_USDC, abi: USDC_ABI, functionName: 'authorizationState' },
    args: [authorization.authorizer, authorization.nonce],
    blockNumber: block.number,
  });
  if (!isUsed) {
    // Asked of the block itself: later blocks are later still, and the token refuses it in all of them.
    return block.timestamp >= payment.expiresAt ? impossible('The authorization has expired unused.') : UNKNOWN;
  }
  return (await outcomeOfKnown(client, payment)) ?? (await outcomeOfLogs(client, payment, block.number));
}

/** The two parts of the key. */
function authorizationOf({ key }: NotedPayment): Authorization {
  const [authorizer, nonce] = key.split(' ');
  return { authorizer: authorizer as `0x${string}`, nonce: nonce as `0x${string}` };
}

/** By the transaction that is known, without a search; null if it is another one, or none. */
async function outcomeOfKnown(client: BaseClient, payment: NotedPayment): Promise<Outcome | null> {
  const { transactionId } = payment;
  if (!transactionId || !/^0x[0-9a-f]{64}$/i.test(transactionId)) return null;
  const { getTransactionReceipt } = await import('viem/actions');
  const receipt = await getTransactionReceipt(client, { hash: transactionId as `0x${string}` }).catch(() => null);
  const found = receipt && (await transferIn(receipt, payment));
  return found === 'ours' && receipt ? paidBy(receipt, payment) : null;
}

/** By the events of the token, from the oldest. */
async function outcomeOfLogs(client: BaseClient, payment: NotedPayment, newest: bigint): Promise<Outcome> {
  const { getLogs, getTransactionReceipt } = await import('viem/actions');
  const args = authorizationOf(payment);
  const [used, canceled] = await eventsOf();
  const oldest = payment.fromBlock > LAG_BLOCKS ? payment.fromBlock - LAG_BLOCKS : 0n;
  for (let fromBlock = oldest; fromBlock <= newest; fromBlock += BLOCKS_PER_SEARCH) {
    const last = fromBlock + BLOCKS_PER_SEARCH - 1n;
    const range = { address: BASE_USDC, args, fromBlock, toBlock: last < newest ? last : newest };
    const [log] = await getLogs(client, { ...range, event: used });
    if (log) {
      const receipt = await getTransactionReceipt(client, { hash: log.transactionHash });
      const found = await transferIn(receipt, payment);
      if (found === 'ours') return paidBy(receipt, payment);
      return found === 'other' ? impossible('The nonce was used for another transfer.') : UNKNOWN;
    }
    const [cancellation] = await getLogs(client, { ...range, event: canceled });
    if (cancellation) return impossible('The payer has canceled the authorization.');
  }
  return UNKNOWN;
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

function paidBy({ transactionHash }: TransactionReceipt, { amountMicro }: NotedPayment): Outcome {
  return { state: 'paid', transactionId: transactionHash, amountMicro };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
