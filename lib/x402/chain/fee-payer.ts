import { BASE, type Network } from '../../core/wallet';
import { settings } from '../../platform/env';
import { ownFeePayer } from '../rails';

/** The address of the key of ours that pays the fees of a network; null if a service does. */
export async function feePayerOf(network: Network): Promise<string | null> {
  if (network !== BASE) return ownFeePayer();
  const key = settings().wallets.signerKey[network];
  if (key === undefined) return null;
  const { privateKeyToAddress } = await import('viem/accounts');
  return privateKeyToAddress(key as `0x${string}`);
}
