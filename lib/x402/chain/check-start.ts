import { BASE, type Network, NETWORKS } from '../../core/wallet';
import { settings } from '../../platform/env';
import type { RpcNode } from '../../platform/network/json-rpc';
import { facilitatorServices } from '../facilitator/facilitator';
import { learnSupport } from '../facilitator/remote-support';
import { checkBase } from './check-base';
import { checkSolana } from './check-solana';
import { feePayerOf } from './fee-payer';
import type { NetworkCheck } from './fees';
import { askOf, nodeOf } from './node';

/** What was found out about a network. */
export type StartCheck = NetworkCheck & { network: Network };

/**
 * Checks everything that payments need, on each network that has a receiver: the node and its chain, the token, the
 * receiver's account, and who pays the fees. It never throws, except when the signal aborts. Payments are not stopped by
 * what it finds.
 */
export async function checkStart(signal?: AbortSignal): Promise<StartCheck[]> {
  const { payTo } = settings().wallets;
  const used = NETWORKS.filter((network) => payTo[network] !== undefined);
  const checks = await Promise.all(
    used.map(async (network) => {
      const found = await checkNetwork(network, signal);
      return found.map((check) => ({ network, ...check }));
    }),
  );
  signal?.throwIfAborted();
  return checks.flat();
}

/**
 * The same for one network. It never throws, except without a node in the settings.
 * @param callMs the time limit of one call to the node
 */
export async function checkNetwork(network: Network, signal?: AbortSignal, callMs?: number): Promise<NetworkCheck[]> {
  const isOwn = settings().wallets.signerKey[network] !== undefined;
  const [onChain, byService] = await Promise.all([
    checkChain(network, nodeOf(network, callMs), signal),
    isOwn ? null : checkServices(network, signal),
  ]);
  return byService === null ? onChain : [...onChain, byService];
}

async function checkChain(network: Network, node: RpcNode, signal?: AbortSignal): Promise<NetworkCheck[]> {
  const { setting } = node;
  const ask = askOf(node, signal);
  try {
    const feePayer = await feePayerOf(network);
    if (network === BASE) return await checkBase(ask, setting, feePayer);
    return await checkSolana(ask, setting, settings().wallets.payTo[network] ?? '', feePayer);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return [{ ok: false, message: `The node of ${setting} does not answer: ${why}` }];
  }
}

/** Whether a service carries out payments; it is also asked who pays the fees on Solana. */
async function checkServices(network: Network, signal?: AbortSignal): Promise<NetworkCheck> {
  const supported = await learnSupport(facilitatorServices(), signal);
  return supported.has(network)
    ? { ok: true, message: 'A service of X402_FACILITATOR_URLS carries out payments.' }
    : { ok: false, message: 'No service of X402_FACILITATOR_URLS carries out payments, or none answers.' };
}
