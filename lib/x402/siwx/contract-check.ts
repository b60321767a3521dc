import { ApiError } from '../../core/errors';
import { BASE } from '../../core/wallet';
import { settings } from '../../platform/env';
import { askNode, type RpcNode } from '../../platform/network/json-rpc';
import { processState } from '../../platform/process-state';
import type { ContractCheck } from './verify-signature';

/** The check by the node of `X402_BASE_RPC_URL`; null without that setting. */
export function contractCheck(): ContractCheck | null {
  return processState('x402.contract-check', () => {
    const url = settings().wallets.rpcUrl[BASE];
    return url === undefined ? null : makeContractCheck({ url, setting: 'X402_BASE_RPC_URL' });
  });
}

/**
 * Asks contracts on Base whether they accept a signature: deployed ones (EIP-1271), and ones that the signature itself
 * describes and that are not deployed yet (EIP-6492).
 * @throws ApiError NOT_READY if the node cannot be asked: nobody knows then whether the signature is valid
 */
export function makeContractCheck(node: RpcNode): ContractCheck {
  return async ({ address, message, signature }) => {
    // viem is loaded here at first use, because most installations never need it.
    const [{ createClient, custom }, { verifyMessage }, { base }] = await Promise.all([
      import('viem'),
      import('viem/actions'),
      import('viem/chains'),
    ]);
    let failure: unknown = null;
    // viem takes every failure for a signature that is not valid.
    const request = (call: object) =>
      askNode(node, call).catch((thrown: unknown) => {
        if (!isRefusal(thrown)) failure = thrown;
        throw thrown;
      });
    const client = createClient({
      chain: base,
      transport: custom({ request }, { retryCount: 0 }),
      // A contract may ask its reader to fetch any URL (EIP-3668), which is not allowed here.
      ccipRead: false,
    });
    const isValid = await verifyMessage(client, { address, message, signature });
    if (!isValid && failure !== null) {
      throw new ApiError('NOT_READY', 'Base could not be asked about the signature. Try again in a moment.', {
        cause: failure,
      });
    }
    return isValid;
  };
}

/** Whether the node has answered, that the call is not possible: the contract rejects it, or there is none. */
const isRefusal = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'RpcRefusal';
