import { encodeFunctionData, parseSignature } from 'viem';
import type { LocalBase } from '../../scripts/chains/base';
import { USDC_ABI, USDC_ON_BASE } from '../../scripts/chains/contracts';
import type { EvmPayload } from './payment/evm-payment';
import type { Payment } from './payment/payment';

/** The call of USDC that carries out a payment on Base. */
export function callOf(payment: Payment): `0x${string}` {
  const { signature, authorization } = payment.payload as EvmPayload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const { r, s, v = 27n } = parseSignature(signature);
  const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, Number(v), r, s] as const;
  return encodeFunctionData({ abi: USDC_ABI, functionName: 'transferWithAuthorization', args });
}

/** Sends a payment on Base from an account that is not ours, without waiting for a block. */
export async function submitAsOutsider({ client }: LocalBase, payment: Payment): Promise<`0x${string}`> {
  const [outsider] = await client.getAddresses();
  // Without an estimate, which would fail if the payment does; for more gas money than anybody else.
  const fees = { gas: 200_000n, maxPriorityFeePerGas: 10n ** 11n, maxFeePerGas: 10n ** 12n };
  return client.sendTransaction({ account: outsider ?? null, to: USDC_ON_BASE, data: callOf(payment), ...fees });
}
