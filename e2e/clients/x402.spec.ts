import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes, generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { createSIWxClientExtension, wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { type LocalBase, startBase } from '../../scripts/chains/base';
import { type LocalSolana, startSolana } from '../../scripts/chains/solana';
import { expect, OWNER, test } from '../support/fixtures';
import { type FareboxServer, startFarebox } from '../support/server';

/* The packages of x402, unchanged: from a wallet with USDC and no account to a paid answer, on both networks. */

let base: LocalBase;
let solana: LocalSolana;
let server: FareboxServer;
/** Under its own name: clients sign for the host that they call, and only if the challenge is for the same. */
let api: string;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  [base, solana] = await Promise.all([startBase(), startSolana()]);
  const [signerKey, payToSolana, feePayer] = [generatePrivateKey(), await generateKeyPairSigner(), await keyPair()];
  await base.fundGas(privateKeyToAccount(signerKey).address, 10n ** 18n);
  await solana.fundSol(feePayer.signer.address, 1_000_000_000n);
  await solana.createUsdcAccount(payToSolana.address);
  server = await startFarebox({
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    X402_PAY_TO_BASE: privateKeyToAccount(generatePrivateKey()).address,
    X402_PAY_TO_SOLANA: payToSolana.address,
    X402_BASE_RPC_URL: base.rpcUrl,
    X402_SOLANA_RPC_URL: solana.rpcUrl,
    X402_BASE_SIGNER_KEY: signerKey,
    X402_SOLANA_SIGNER_KEY: feePayer.secret,
  });
  api = `${server.url.replace('127.0.0.1', 'localhost')}/api/v1`;
});

test.afterAll(async () => {
  await server.stop();
  await Promise.all([base.stop(), solana.stop()]);
});

async function keyPair(): Promise<{ signer: KeyPairSigner; secret: string }> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const { d = '', x = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return { signer: await createKeyPairSignerFromBytes(bytes), secret: base58.encode(bytes) };
}

const FIVE_USDC = 5_000_000n;

/** Adds 5 USD with a client's own `fetch`. */
async function topUp(
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
async function chat(signed: typeof fetch): Promise<Response> {
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

test('a wallet of Base pays, signs in, and gets an answer', async () => {
  const account = privateKeyToAccount(generatePrivateKey());
  const signed = wrapFetchWithSIWx(fetch, account);
  const refused = await chat(signed);
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({ code: 'PAYMENT_REQUIRED', currentBalanceUsd: 0 });
  await base.fundUsdc(account.address, FIVE_USDC);
  const added = await topUp(new x402Client().register('eip155:*', new ExactEvmScheme(account)));
  expect(added).toMatchObject({ amountCredited: 5, newBalance: 5, walletAddress: account.address.toLowerCase() });
  expect(await base.usdcOf(account.address)).toBe(0n);
  await expectPaid(await chat(signed));
});

test('a wallet of Solana pays, signs in, and gets an answer', async () => {
  const { signer } = await keyPair();
  await solana.fundUsdc(signer.address, FIVE_USDC);
  const scheme = new ExactSvmScheme(signer, { rpcUrl: solana.rpcUrl });
  const added = await topUp(new x402Client().register('solana:*', scheme));
  expect(added).toMatchObject({ amountCredited: 5, newBalance: 5, walletAddress: signer.address });
  expect(await solana.usdcOf(signer.address)).toBe(0n);
  const client = new x402Client()
    .register('solana:*', scheme)
    // Its type knows fewer members of messages than the signer's.
    .registerExtension(createSIWxClientExtension({ signers: [signer as never] }));
  await expectPaid(await chat(wrapFetchWithPayment(fetch, client)));
});
