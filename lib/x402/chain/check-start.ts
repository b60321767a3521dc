import { BASE, type Network, NETWORKS } from '../../core/wallet';
import { settings } from '../../platform/env';
import { facilitatorServices } from '../facilitator/facilitator';
import { learnSupport } from '../facilitator/remote-support';
import { checkBase } from './check-base';
import { checkSolana } from './check-solana';
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
      const found = await checkNetwork(network, payTo[network] ?? '', signal);
      return found.map((check) => ({ network, ...check }));
    }),
  );
  signal?.throwIfAborted();
  return checks.flat();
}

async function checkNetwork(network: Network, payTo: string, signal?: AbortSignal): Promise<NetworkCheck[]> {
  const node = nodeOf(network);
  const { setting } = node;
  const signerKey = settings().wallets.signerKey[network];
  const ask = askOf(node, signal);
  const byService = signerKey === undefined ? [await checkServices(network, signal)] : [];
  try {
    const onChain = network === BASE ? checkBase(ask, setting, signerKey) : checkSolana(ask, setting, payTo);
    return [...(await onChain), ...byService];
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return [{ ok: false, message: `The node of ${setting} does not answer: ${why}` }, ...byService];
  }
}

/** Whether a service carries out payments; it is also asked who pays the fees on Solana. */
async function checkServices(network: Network, signal?: AbortSignal): Promise<NetworkCheck> {
  const supported = await learnSupport(facilitatorServices(), signal);
  return supported.has(network)
    ? { ok: true, message: 'A service of X402_FACILITATOR_URLS carries out payments.' }
    : { ok: false, message: 'No service of X402_FACILITATOR_URLS carries out payments, or none answers.' };
}
