import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import { BASE_CHAIN_ID, type BaseClient } from '../chain/base';
import type { Ask } from '../chain/node';
import { takeBroadcastTurn } from './broadcast-turn';

/** A call of a contract. */
export type ContractCall = { to: `0x${string}`; data: `0x${string}` };

/** What is needed to send a transaction, and whether one was sent. */
export type Sender = {
  client: BaseClient;
  ask: Ask;
  account: PrivateKeyAccount;
  signal: AbortSignal;
  /** Called before a transaction is sent; if it throws, nothing is. */
  onTransaction: (id: string) => Promise<void>;
  /** True once a transaction may have reached the network. */
  isSent: boolean;
  pollMs: number;
};

/**
 * The most gas that a payment may use. A payment by a plain wallet uses some 100,000; the rest is for wallets that are
 * contracts, which could use as much of our gas as they like.
 */
const MAX_GAS = 500_000n;
/**
 * The most that a payment may cost us, in wei: what a transaction offers for all of its gas. A node may lie about the price,
 * and prices may rise to where a payment of 5 USD costs more than it brings.
 */
const MAX_FEE_WEI = 1_000_000_000_000_000n;
/** How long the node gets to show a transaction before the next one is sent. */
const VISIBLE_MS = 10_000;

/**
 * The gas that a call uses.
 * @param fees of the transaction: a contract can see them, and do something else without them. Without them, nothing is to
 *   be sent yet, and only the present price is checked
 * @throws Error if it would fail, use too much, or cost too much (`isGasTooHigh`)
 */
export async function estimateGasOf(call: ContractCall, { client, account }: Sender, fees?: Fees): Promise<bigint> {
  const { estimateFeesPerGas, estimateGas } = await import('viem/actions');
  const gas = await estimateGas(client, { account: account.address, ...call, ...fees, prepare: false });
  if (gas > MAX_GAS) throw gasTooHigh(`The payment would use ${gas} gas.`);
  const { maxFeePerGas } = fees ?? (await estimateFeesPerGas(client));
  const fee = gasLimitOf(gas) * maxFeePerGas;
  if (fee > MAX_FEE_WEI) throw gasTooHigh(`The payment would cost up to ${fee} wei.`);
  return gas;
}

/** What a transaction may use, by what it used when it was simulated. */
const gasLimitOf = (gas: bigint): bigint => (gas * 6n) / 5n;

const gasTooHigh = (message: string): Error => Object.assign(new Error(message), { name: GAS_TOO_HIGH });

type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

const GAS_TOO_HIGH = 'GasTooHigh';

/** Whether a call was refused for the gas that it would use, or its price. */
export const isGasTooHigh = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === GAS_TOO_HIGH;

/**
 * Signs and sends a transaction. Its hash is known before, so it is returned even if the node's answer is lost.
 * @returns its hash: it may be included
 * @throws Error if nothing was sent (`isSent` says)
 */
export async function sendOnBase(call: ContractCall, sender: Sender): Promise<`0x${string}`> {
  const { estimateFeesPerGas } = await import('viem/actions');
  const fees = await estimateFeesPerGas(sender.client);
  const gas = await estimateGasOf(call, sender, fees);
  const request = { ...call, ...fees, gas: gasLimitOf(gas), chainId: BASE_CHAIN_ID, type: 'eip1559' } as const;
  let sent: `0x${string}` | null = null;
  const turn = takeBroadcastTurn(async () => (sent = await signAndSend(request, sender)), sender.signal);
  // Whatever happens afterwards, to the database for example: it was sent.
  return turn.catch((thrown: unknown) => {
    if (sent === null) throw thrown;
    return sent;
  });
}

type Request = ContractCall & { gas: bigint; chainId: number; type: 'eip1559' };

/**
 * To be called by one at a time. The node counts what it has accepted, and the next turn begins only when it does. A
 * count of our own would leave a gap after a transaction that was never accepted, and all later ones would wait for it.
 */
async function signAndSend(request: Request, sender: Sender): Promise<`0x${string}`> {
  const { client, account } = sender;
  const [{ keccak256 }, { getTransactionCount }] = await Promise.all([import('viem'), import('viem/actions')]);
  const countOf = () => getTransactionCount(client, { address: account.address, blockTag: 'pending' });
  const nonce = await countOf();
  const transaction = await account.signTransaction({ ...request, nonce });
  const id = keccak256(transaction);
  await sender.onTransaction(id);
  sender.isSent = true;
  try {
    await sender.ask({ method: 'eth_sendRawTransaction', params: [transaction] });
  } catch (thrown) {
    sender.isSent = !isRejected(thrown);
    if (!sender.isSent) throw thrown;
  }
  for (const deadline = performance.now() + VISIBLE_MS; performance.now() < deadline && !sender.signal.aborted;) {
    const count = await countOf().catch(() => null);
    if (count !== null && count > nonce) break;
    await sleep(sender.pollMs);
  }
  return id;
}

/** Whether the node has certainly not accepted a transaction: it was not reached, or has refused it as not valid. */
function isRejected(thrown: unknown): boolean {
  if (isFetchFailure(thrown)) return thrown.kind === 'connect';
  return (
    thrown instanceof Error && thrown.name === 'RpcRefusal' && !/already known|already exists/i.test(thrown.message)
  );
}
