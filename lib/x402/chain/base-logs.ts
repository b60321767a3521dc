import { z } from 'zod';
import { BASE_USDC, type BaseClient, USDC_ABI } from './base';
import { authorizationOf } from './base-transfer';
import type { Ask } from './node';
import type { NotedPayment } from './noted-payment';

/**
 * How many blocks are searched at once: more than a payment lives. Base makes one in two seconds, and a payment of 15
 * minutes (`checkLifetime`) can be in some 450.
 */
export const BLOCKS_PER_SEARCH = 500n;
/** Shorter ranges are not tried: some nodes allow that many. */
const MIN_BLOCKS = 10n;
/** A search that needs more calls is given up for now. */
const MAX_CALLS = 150;
const MAX_REASON_CHARACTERS = 200;
/** The statuses with which nodes refuse a range: others are about the node, or the credential. */
const REFUSED = /returned status (400|413|422)\b/;

/** What has become of an authorization, by the token's log. */
export type AuthorizationEvent = {
  name: 'AuthorizationUsed' | 'AuthorizationCanceled';
  blockHash: `0x${string}`;
  blockNumber: bigint;
  transactionHash: `0x${string}`;
  logIndex: number;
};

/** One range of a search, and the event that was found in it. */
type Searched = { event: AuthorizationEvent | null; lastBlock: bigint };

/**
 * Searches ranges of blocks for the use or the cancellation of a payment's authorization, from the oldest to the newest,
 * until the reader has seen enough. A range that the node refuses is halved.
 * @throws Error if the node fails, or refuses the shortest range
 */
export async function* searchLogs(
  client: BaseClient,
  payment: NotedPayment,
  { oldest, newest, blocksPerSearch }: { oldest: bigint; newest: bigint; blocksPerSearch: bigint },
): AsyncGenerator<Searched> {
  let blocks = blocksPerSearch;
  let fromBlock = oldest;
  for (let calls = 0; fromBlock <= newest; calls += 1) {
    if (calls === MAX_CALLS) throw new Error(`The search for logs would need more than ${MAX_CALLS} calls.`);
    const end = fromBlock + blocks - 1n;
    const toBlock = end < newest ? end : newest;
    const searched = await eventIn(client, payment, fromBlock, toBlock).catch((thrown: unknown) => {
      if (blocks <= MIN_BLOCKS || !isRefused(thrown)) throw thrown;
      return 'refused' as const;
    });
    if (searched === 'refused') {
      blocks = blocks / 2n > MIN_BLOCKS ? blocks / 2n : MIN_BLOCKS;
      continue;
    }
    yield { event: searched, lastBlock: toBlock };
    fromBlock = toBlock + 1n;
  }
}

/** The first event of the authorization in a range. There is one at most: the token accepts either once. */
async function eventIn(
  client: BaseClient,
  payment: NotedPayment,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<AuthorizationEvent | null> {
  const { pad, parseEventLogs, formatLog, toHex } = await import('viem');
  const { authorizer, nonce } = authorizationOf(payment);
  const range = { fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) };
  const topics = [await selectors(), pad(authorizer), nonce] as [`0x${string}`[], `0x${string}`, `0x${string}`];
  const found = await client.request({ method: 'eth_getLogs', params: [{ address: BASE_USDC, ...range, topics }] });
  const logs = found.map((log) => formatLog(log));
  const [event] = parseEventLogs({ abi: USDC_ABI, logs, eventName: ['AuthorizationUsed', 'AuthorizationCanceled'] });
  if (!event) return null;
  const { eventName: name, blockHash, blockNumber, transactionHash, logIndex } = event;
  return { name, blockHash, blockNumber, transactionHash, logIndex };
}

async function selectors(): Promise<`0x${string}`[]> {
  const { getAbiItem, toEventSelector } = await import('viem');
  const names = ['AuthorizationUsed', 'AuthorizationCanceled'] as const;
  return names.map((name) => toEventSelector(getAbiItem({ abi: USDC_ABI, name })));
}

/** Whether the node has answered, and not with logs: it may want a shorter range. */
function isRefused(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error.name === 'RpcRefusal' || REFUSED.test(error.message)) return true;
  }
  return false;
}

const Head = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i)
  .transform(BigInt);

/**
 * Whether the node searches as many blocks at once as a payment lives.
 * @returns why not; null if it does
 * @throws Error if the node does not answer
 */
export async function refusesSearch(ask: Ask): Promise<string | null> {
  const head = Head.parse(await ask({ method: 'eth_blockNumber', params: [] }));
  const first = head >= BLOCKS_PER_SEARCH ? head - BLOCKS_PER_SEARCH + 1n : 0n;
  const range = { fromBlock: `0x${first.toString(16)}`, toBlock: `0x${head.toString(16)}` };
  // Of nobody: what is asked for is the range, and no logs.
  const topics = [await selectors(), `0x${'0'.repeat(64)}`];
  try {
    await ask({ method: 'eth_getLogs', params: [{ address: BASE_USDC, ...range, topics }] });
    return null;
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown;
    return thrown instanceof Error ? thrown.message.slice(0, MAX_REASON_CHARACTERS) : String(thrown);
  }
}
