import { BASE_CHAIN_ID, BASE_USDC, openBase, USDC_ABI } from './base';
import { checkFees, type NetworkCheck } from './fees';
import type { Ask } from './node';

/** Gas for some hundred payments, in wei: 0.0005 ETH. */
const ETHER = { minimum: 500_000_000_000_000n, decimals: 18, unit: 'ETH' };
/** Of USDC: part of what payers sign. */
const USDC_VERSION = '2';

/**
 * Checks what payments on Base need.
 * @param setting that names the node
 * @param signerKey of the account that pays the gas; undefined if a service does
 * @throws Error if the node does not answer
 */
export async function checkBase(ask: Ask, setting: string, signerKey: string | undefined): Promise<NetworkCheck[]> {
  const client = await openBase(ask);
  const { getBalance, getChainId, readContract } = await import('viem/actions');
  const chainId = await getChainId(client);
  if (chainId !== BASE_CHAIN_ID) {
    return [{ ok: false, message: `The node of ${setting} is on chain ${chainId}, not on Base (${BASE_CHAIN_ID}).` }];
  }
  const read = readContract(client, { address: BASE_USDC, abi: USDC_ABI, functionName: 'version' });
  const version = await read.catch(() => null);
  const checks = [
    { ok: true, message: `The node of ${setting} is on Base.` },
    version === USDC_VERSION
      ? { ok: true, message: `USDC is at ${BASE_USDC}.` }
      : { ok: false, message: `USDC is not at ${BASE_USDC}, or is not version ${USDC_VERSION}.` },
  ];
  if (signerKey === undefined) return checks;
  const { privateKeyToAddress } = await import('viem/accounts');
  const address = privateKeyToAddress(signerKey as `0x${string}`);
  return [...checks, await checkFees({ address, balance: await getBalance(client, { address }), ...ETHER })];
}
