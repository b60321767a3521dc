import { BASE, USDC_DOMAIN } from '../../core/wallet';
import { BASE_CHAIN_ID, BASE_USDC, openBase, USDC_ABI } from './base';
import { BLOCKS_PER_SEARCH, refusesSearch } from './base-logs';
import { chainOf } from './chain-of';
import { checkFees, type NetworkCheck, readFees } from './fees';
import type { Ask } from './node';

/**
 * Checks what payments on Base need.
 * @param setting that names the node
 * @param feePayer the account of ours that pays the gas; null if a service does
 * @throws Error if the node does not answer
 */
export async function checkBase(ask: Ask, setting: string, feePayer: string | null): Promise<NetworkCheck[]> {
  const chain = await chainOf(BASE, ask);
  if (chain !== BASE) {
    const chainId = chain.slice(chain.indexOf(':') + 1);
    return [{ ok: false, message: `The node of ${setting} is on chain ${chainId}, not on Base (${BASE_CHAIN_ID}).` }];
  }
  const client = await openBase(ask);
  const { readContract } = await import('viem/actions');
  const read = readContract(client, { address: BASE_USDC, abi: USDC_ABI, functionName: 'version' });
  const version = await read.catch(() => null);
  const refused = await refusesSearch(ask);
  const checks = [
    { ok: true, message: `The node of ${setting} is on Base.` },
    version === USDC_DOMAIN.version
      ? { ok: true, message: `USDC is at ${BASE_USDC}.` }
      : { ok: false, message: `USDC is not at ${BASE_USDC}, or is not version ${USDC_DOMAIN.version}.` },
    ...(refused === null ? [] : [{ ok: false, message: messageOf(setting, refused) }]),
  ];
  if (feePayer === null) return checks;
  return [...checks, await checkFees(BASE, feePayer, await readFees(BASE, feePayer, ask))];
}

const messageOf = (setting: string, refused: string): string =>
  `The node of ${setting} refuses to search ${BLOCKS_PER_SEARCH} blocks for logs (eth_getLogs), so that it takes many calls to find a payment that others have submitted: ${refused}`;
