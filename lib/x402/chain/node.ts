import { BASE, type Network, SOLANA } from '../../core/wallet';
import { settings } from '../../platform/env';
import { askNode, type RpcNode } from '../../platform/network/json-rpc';

/** The settings that name the nodes. */
const SETTING: Record<Network, string> = { [BASE]: 'X402_BASE_RPC_URL', [SOLANA]: 'X402_SOLANA_RPC_URL' };

/** A receipt or a page of signatures may have hundreds of entries. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** A call to a node: its `method` and `params`. @returns its result @throws as `askNode` does */
export type Ask = (call: object) => Promise<unknown>;

/**
 * The node of a network.
 * @param callMs the time limit of one call; by default ten seconds
 * @throws Error if none is configured
 */
export function nodeOf(network: Network, callMs?: number): RpcNode {
  const url = settings().wallets.rpcUrl[network];
  if (url === undefined) throw new Error(`${SETTING[network]} is not set.`);
  return { ...walletNode(network, url), ...(callMs !== undefined && { callMs }) };
}

/** A node of a network at an address. */
export function walletNode(network: Network, url: string): RpcNode {
  const setting = settings().localChains ? 'LOCAL_CHAINS' : SETTING[network];
  return { url, setting, maxBytes: MAX_ANSWER_BYTES };
}

/** Calls to a node until the signal aborts. */
export function askOf(node: RpcNode, signal?: AbortSignal): Ask {
  return (call) => askNode(node, call, signal);
}
