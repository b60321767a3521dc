import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { createSIWxClientExtension, wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { createBaseKeys, createSolanaKeys } from '../../scripts/chains/keys';
import { expect } from '../support/fixtures';
import { test as base } from '../support/wallets/test-wallets';

/* The packages of x402, unchanged: from a wallet with USDC and no account to a paid answer, on both networks. */

/** With the usual credit for new accounts: an account of a wallet has only what it has paid. */
const test = base.extend<object, { api: string }>({
  environment: [async ({ chains }, use) => use(chains.settings), { scope: 'worker' }],
  // Under its own name: clients sign for the host that they call, and only if the challenge is for the same.
  api: [
    async ({ farebox }, use) => use(`${farebox.url.replace('127.0.0.1', 'localhost')}/api/v1`),
    { scope: 'worker' },
  ],
});

const FIVE_USDC = 5_000_000n;

/** Adds 5 USD with a client's own `fetch`. */
async function topUp(
  api: string,
  client: x402Client,
): Promise<{ amountCredited: number; newBalance: number; walletAddress: string }> {
  client.setSpendControls({ maxAmountPerPayment: '$25' });
  const response = await wrapFetchWithPayment(fetch, client)(`${api}/x402/top-up`, { method: 'POST' });
  expect(response.status).toBe(200);
  expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toMatchObject({ success: true });
  return ((await response.json()) as { data: { amountCredited: number; newBalance: number; walletAddress: string } })
    .data;
}

/** Sends a chat with a `fetch` that signs in when it is asked to. */
async function chat(api: string, signed: typeof fetch): Promise<Response> {
  return signed(`${api}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'smollm2-135m', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 4 }),
  });
}

async function expectPaid(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ object: 'chat.completion' });
  const remaining = Number(response.headers.get('x-balance-remaining'));
  expect(remaining).toBeGreaterThan(4.9);
  expect(remaining).toBeLessThan(5);
}

test('a wallet of Base pays, signs in, and gets an answer', async ({ api, chains }) => {
  const account = privateKeyToAccount(createBaseKeys().key);
  const signed = wrapFetchWithSIWx(fetch, account);
  const refused = await chat(api, signed);
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({ code: 'PAYMENT_REQUIRED', currentBalanceUsd: 0 });
  await chains.base.fundUsdc(account.address, FIVE_USDC);
  const added = await topUp(api, new x402Client().register('eip155:*', new ExactEvmScheme(account)));
  expect(added).toMatchObject({ amountCredited: 5, newBalance: 5, walletAddress: account.address.toLowerCase() });
  expect(await chains.base.usdcOf(account.address)).toBe(0n);
  await expectPaid(await chat(api, signed));
});

test('a wallet of Solana pays, signs in, and gets an answer', async ({ api, chains }) => {
  const signer = await createKeyPairSignerFromBytes(base58.decode((await createSolanaKeys()).key));
  await chains.solana.fundUsdc(signer.address, FIVE_USDC);
  const scheme = new ExactSvmScheme(signer, { rpcUrl: chains.solana.rpcUrl });
  const added = await topUp(api, new x402Client().register('solana:*', scheme));
  expect(added).toMatchObject({ amountCredited: 5, newBalance: 5, walletAddress: signer.address });
  expect(await chains.solana.usdcOf(signer.address)).toBe(0n);
  const client = new x402Client()
    .register('solana:*', scheme)
    // Its type knows fewer members of messages than the signer's.
    .registerExtension(createSIWxClientExtension({ signers: [signer as never] }));
  await expectPaid(await chat(api, wrapFetchWithPayment(fetch, client)));
});
