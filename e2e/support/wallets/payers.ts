import { generateKeyPairSigner } from '@solana/kit';
import { x402Client } from '@x402/core/client';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { DevChains } from '../../../scripts/dev-chains';

/** A network with a name of ours. */
export type Chain = 'base' | 'solana';

/**
 * A new wallet with USDC signs a payment for a server.
 * @returns the header that pays
 */
export async function signPayment(chains: DevChains, chain: Chain, serverUrl: string, usd: number): Promise<string> {
  const client = new x402Client().setSpendControls({ maxAmountPerPayment: '$1000' });
  if (chain === 'base') {
    const account = privateKeyToAccount(generatePrivateKey());
    await chains.base.fundUsdc(account.address, BigInt(usd * 1_000_000));
    client.register('eip155:*', new ExactEvmScheme(account));
  } else {
    const signer = await generateKeyPairSigner();
    await chains.solana.fundUsdc(signer.address, BigInt(usd * 1_000_000));
    client.register('solana:*', new ExactSvmScheme(signer, { rpcUrl: chains.solana.rpcUrl }));
  }
  const answer = await fetch(`${serverUrl}/api/v1/x402/top-up?amountUsd=${usd}`, {
    method: 'POST',
    headers: newClient(),
  });
  const { accepts } = (await answer.json()) as Pick<PaymentRequired, 'accepts'>;
  const required = { x402Version: 2, accepts, resource: { url: `${serverUrl}/api/v1/x402/top-up` } };
  return encodePaymentSignatureHeader(await client.createPaymentPayload(required));
}

/** What a payment's answer was. */
export type PaymentAnswer = { status: number; body: { data?: Record<string, unknown> } };

/** Sends a payment once; throws if the server is killed meanwhile. */
export async function sendPayment(serverUrl: string, header: string): Promise<PaymentAnswer> {
  const headers = { 'payment-signature': header, ...newClient() };
  const response = await fetch(`${serverUrl}/api/v1/x402/top-up`, { method: 'POST', headers });
  return { status: response.status, body: (await response.json()) as PaymentAnswer['body'] };
}

let clients = 0;

/** The header by which a server behind a proxy takes a request for another client's: each has few payments a minute. */
function newClient(): { 'x-forwarded-for': string } {
  clients += 1;
  return { 'x-forwarded-for': `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}` };
}
