import { INVALID_PARAMS, rpcError } from './rpc-json';
import type { RpcHandler } from './rpc-server';

/** Fills an owner's USDC up to an amount. */
type FillUp = (owner: string, microUsdc: bigint) => Promise<void>;

const MAX_MICRO_USDC = 10n ** 15n;

/**
 * Adds what only our local chains have to their RPC, by which a server recognizes them:
 * - `farebox_isLocalChain` is true
 * - `farebox_fillUpUsdc [owner, microUsdc]` mints what the owner has less than so many millionths of a USDC, a decimal text
 */
export function withLocalMethods(handle: RpcHandler, fillUp: FillUp): RpcHandler {
  return async (method, params) => {
    if (method === 'farebox_isLocalChain') return true;
    if (method !== 'farebox_fillUpUsdc') return handle(method, params);
    const [owner, amount] = params;
    if (typeof owner !== 'string') throw rpcError(INVALID_PARAMS, 'Invalid params: parameter 1 must be an address');
    if (typeof amount !== 'string' || !/^\d{1,16}$/.test(amount) || BigInt(amount) > MAX_MICRO_USDC) {
      throw rpcError(INVALID_PARAMS, `Invalid params: parameter 2 must be a decimal text, at most ${MAX_MICRO_USDC}`);
    }
    await fillUp(owner, BigInt(amount));
    return true;
  };
}

/** Fills up with the chain's own functions. */
export function fillUpWith<A>(
  toAddress: (text: string) => A,
  { usdcOf, fundUsdc }: { usdcOf(owner: A): Promise<bigint>; fundUsdc(owner: A, microUsdc: bigint): Promise<void> },
): FillUp {
  return async (owner, microUsdc) => {
    const address = toAddress(owner);
    const missing = microUsdc - (await usdcOf(address));
    if (missing > 0n) await fundUsdc(address, missing);
  };
}

/** @throws RpcError if the text is no address */
export function addressOrRefuse<A extends string>(isAddress: (text: string) => text is A): (text: string) => A {
  return (text) => {
    if (isAddress(text)) return text;
    throw rpcError(INVALID_PARAMS, 'Invalid params: parameter 1 must be an address');
  };
}
