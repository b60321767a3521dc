import { type Ask, askOf } from '../chain/node';
import { REVERTED, type RpcNode } from '../../platform/network/json-rpc';

/** A node whose failures are kept. */
export type WatchedNode = {
  ask: Ask;
  /** Throws the first failure of the node, if there was one. */
  throwFailure(): void;
};

/** Of JSON-RPC: the transaction itself is malformed. */
const INVALID_PARAMS = -32_602;

/**
 * Watches the node during a verification. The x402 packages take any error for an answer: a payment would be refused for
 * a wrong signature when only the node has failed.
 */
export function watchNode(node: RpcNode, signal?: AbortSignal): WatchedNode {
  const ask = askOf(node, signal);
  let failure: { thrown: unknown } | null = null;
  return {
    ask: async (call) => {
      try {
        return await ask(call);
      } catch (thrown) {
        if (!isAnswer(thrown)) failure ??= { thrown };
        throw thrown;
      }
    },
    throwFailure: () => {
      if (failure !== null) throw failure.thrown;
    },
  };
}

/** Whether an error is about what was asked, and not about the node: a contract reverted, or the call is invalid. */
function isAnswer(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown.name !== 'RpcRefusal' || !('code' in thrown)) return false;
  const { code, message } = thrown;
  return (
    code === REVERTED || code === INVALID_PARAMS || /revert|out of gas|exceeds allowance|invalid opcode/i.test(message)
  );
}
