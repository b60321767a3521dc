import { checkReady } from '../platform/check-health';
import { type NodeState, nodeStates } from '../x402/chain/node-states';

/** The answer of a process that can serve requests. */
export type Readiness = {
  status: 'ready';
  /** The node of each network that has a receiver; absent where none has. They don't make a process unready. */
  walletNodes?: { network: string; state: NodeState }[];
};

/**
 * Whether requests can be served, and the state of the nodes that payments by wallets need. Probes are never kept
 * waiting by a node, and cost it one call in ten seconds.
 * @throws ApiError NOT_READY (503) if requests cannot be served
 */
export async function checkReadiness(): Promise<Readiness> {
  const ready = await checkReady();
  const nodes = nodeStates();
  if (nodes.length === 0) return ready;
  return { ...ready, walletNodes: nodes.map(({ network, node }) => ({ network, state: node })) };
}
