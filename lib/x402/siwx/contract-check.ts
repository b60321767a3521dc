import { ApiError } from '../../core/errors';
import { BASE } from '../../core/wallet';
import { settings } from '../../platform/env';
import type { RpcNode } from '../../platform/network/json-rpc';
import { openBase } from '../chain/base';
import { nodeOf } from '../chain/node';
import { watchNode } from '../facilitator/watched-node';
import type { ContractCheck } from './verify-signature';

/** The check by the node of `X402_BASE_RPC_URL`; null without that setting. */
export function contractCheck(): ContractCheck | null {
  return settings().wallets.rpcUrl[BASE] === undefined ? null : makeContractCheck(nodeOf(BASE));
}

/**
 * Asks contracts on Base whether they accept a signature: deployed ones (EIP-1271), and ones that the signature itself
 * describes and that are not deployed yet (EIP-6492).
 * @throws ApiError NOT_READY if the node cannot be asked: nobody knows then whether the signature is valid
 */
export function makeContractCheck(node: RpcNode): ContractCheck {
  return async ({ address, message, signature }) => {
    const { verifyMessage } = await import('viem/actions');
    // viem takes every failure for a signature that is not valid.
    const { ask, throwFailure } = watchNode(node);
    if (await verifyMessage(await openBase(ask), { address, message, signature })) return true;
    try {
      throwFailure();
    } catch (cause) {
      throw new ApiError('NOT_READY', 'Base could not be asked about the signature. Try again in a moment.', { cause });
    }
    return false;
  };
}
