import type { Log, TransactionReceipt } from 'viem';
import { isSameHex } from '../../core/wallet';
import { BASE_USDC, type BaseClient, USDC_ABI } from './base';
import type { NotedPayment } from './noted-payment';

/** Which transfer an authorization has made: the payment's, or another one. */
export type Transfer = 'ours' | 'other';

/** The two parts of a payment's key. */
export type Authorization = { authorizer: `0x${string}`; nonce: `0x${string}` };

/** The token's log of the use of an authorization. */
type Use = { blockHash: `0x${string}`; transactionHash: `0x${string}`; logIndex: number };

/** The authorization that a payment signs. */
export function authorizationOf({ key }: Pick<NotedPayment, 'key'>): Authorization {
  const [authorizer, nonce] = key.split(' ');
  return { authorizer: authorizer as `0x${string}`, nonce: nonce as `0x${string}` };
}

/** The transfer that the authorization has made in a transaction; null if none. */
export async function transferIn(receipt: TransactionReceipt, payment: NotedPayment): Promise<Transfer | null> {
  if (receipt.status !== 'success') return null;
  const events = await eventsOf(receipt.logs);
  const { authorizer, nonce } = authorizationOf(payment);
  const used = events.find(
    ({ eventName, args }) =>
      eventName === 'AuthorizationUsed' && isSameHex(args.authorizer, authorizer) && isSameHex(args.nonce, nonce),
  );
  return used === undefined ? null : transferAfter(used, events, payment);
}

/**
 * The transfer of a use, by the token's logs of its block alone. A receipt has the logs of every contract, and so it may
 * be larger than what is read of a node's answer, as a payer may want it.
 * @returns null if the node does not show it
 * @throws Error if the node fails
 */
export async function transferOf(use: Use, payment: NotedPayment, client: BaseClient): Promise<Transfer | null> {
  const { pad } = await import('viem');
  const { authorizer, nonce } = authorizationOf(payment);
  // Of an AuthorizationUsed, the third topic is the nonce; of a Transfer, it is the receiver.
  const events = await eventsOf(await logsBeside(use, [pad(authorizer), [nonce, pad(hexOf(payment.payTo))]], client));
  if (!events.some(({ logIndex }) => logIndex === use.logIndex)) return null;
  if (transferAfter(use, events, payment) === 'ours') return 'ours';
  if (!events.some((event) => isOurs(event, payment))) return 'other';
  // Another authorization has paid as much to us in the same transaction.
  return transferAfter(use, await eventsOf(await logsBeside(use, [pad(authorizer)], client)), payment);
}

/** The token's uses of authorizations and transfers in the transaction of a use, of those with these further topics. */
async function logsBeside(
  { blockHash, transactionHash }: Use,
  topics: (`0x${string}` | `0x${string}`[])[],
  client: BaseClient,
): Promise<Log[]> {
  const { formatLog, getAbiItem, toEventSelector } = await import('viem');
  const names = (['AuthorizationUsed', 'Transfer'] as const).map((name) =>
    toEventSelector(getAbiItem({ abi: USDC_ABI, name })),
  );
  const found = await client.request({
    method: 'eth_getLogs',
    params: [{ address: BASE_USDC, blockHash, topics: [names, ...topics] }],
  });
  return found.map((log) => formatLog(log)).filter((log) => log.transactionHash === transactionHash);
}

async function eventsOf(logs: Log[]) {
  const { parseEventLogs } = await import('viem');
  return parseEventLogs({ abi: USDC_ABI, logs: logs.filter(({ address }) => isSameHex(address, BASE_USDC)) });
}

type Event = Awaited<ReturnType<typeof eventsOf>>[number];

/**
 * The token logs the use of an authorization and its transfer one right after the other. Another transfer of the same
 * amount by the same payer in the same transaction belongs to another authorization.
 */
function transferAfter({ logIndex }: Pick<Use, 'logIndex'>, events: Event[], payment: NotedPayment): Transfer | null {
  const next = events.find((event) => event.logIndex === logIndex + 1);
  if (next?.eventName !== 'Transfer') return null;
  return isOurs(next, payment) ? 'ours' : 'other';
}

function isOurs({ eventName, args }: Event, { payer, payTo, amountMicro }: NotedPayment): boolean {
  if (eventName !== 'Transfer') return false;
  return isSameHex(args.from, payer) && isSameHex(args.to, payTo) && args.value === amountMicro;
}

const hexOf = (address: string) => address as `0x${string}`;
