import { base58 } from '@scure/base';
import {
  address,
  createKeyPairSignerFromPrivateKeyBytes,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  type SignatureBytes,
  verifySignature,
} from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Address, type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import { BASE, type Network, SOLANA } from '@/lib/core/wallet';
import { webDispatch } from '@/lib/http/test-dispatch';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { startTestNetworks, type TestNetworks } from '@/lib/x402/test-networks';
import { routes } from '@/app/api/route-table';

const dispatch = webDispatch(routes);
const TEST_WALLET = '/api/console/wallet/test-wallet';
const THOUSAND_USDC = 1_000_000_000n;
const SOME_NAME = '0123456789abcdef'.repeat(2);

let networks: TestNetworks;
let ada: TestAccount;
let grace: TestAccount;
beforeAll(async () => {
  await openTestDatabase();
  networks = await startTestNetworks();
  ada = await makeTestAccount('ada@example.com');
  grace = await makeTestAccount('grace@example.com');
});
afterAll(() => networks.stop());
beforeEach(() => {
  settings().localChains = true;
});

async function call(path: string, { account, body }: { account?: TestAccount; body?: object } = {}) {
  const headers = new Headers({ host: 'localhost:3000', 'content-type': 'application/json' });
  if (account) headers.set('cookie', await makeTestCookie(account));
  const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
  const response = await dispatch(new Request(`http://localhost:3000${TEST_WALLET}${path}`, init));
  return { status: response.status, json: (await response.json()) as Record<string, string> };
}

const nameOf = async (account: TestAccount) => (await call('', { account })).json.wallet ?? '';
const addressOf = async (wallet: string, network: Network) =>
  (await call('/address', { body: { wallet, network } })).json.address ?? '';
const sign = (body: object) => call('/signature', { body });

describe('a test wallet', () => {
  it('is the account’s own, always the same, on both networks', async () => {
    const [one, again, other] = [await nameOf(ada), await nameOf(ada), await nameOf(grace)];
    expect(one).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(one);
    expect(other).not.toBe(one);
    expect(await addressOf(one, BASE)).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(await addressOf(one, BASE)).not.toBe(await addressOf(other, BASE));
    expect(base58.decode(await addressOf(one, SOLANA))).toHaveLength(32);
    expect(await addressOf(one, SOLANA)).not.toBe(await addressOf(other, SOLANA));
  });

  it('has 1,000 USDC whenever it is connected', async () => {
    const { base, solana } = networks;
    const onBase = (await addressOf(SOME_NAME, BASE)) as Address;
    expect(await base.usdcOf(onBase)).toBe(THOUSAND_USDC);
    await addressOf(SOME_NAME, BASE);
    expect(await base.usdcOf(onBase)).toBe(THOUSAND_USDC);
    const onSolana = address(await addressOf(SOME_NAME, SOLANA));
    expect(await solana.usdcOf(onSolana)).toBe(THOUSAND_USDC);
  });

  it('says so when the local chain does not answer', async () => {
    networks.base.faults.answer500('farebox_fillUpUsdc');
    const { status, json } = await call('/address', { body: { wallet: SOME_NAME, network: BASE } });
    networks.base.faults.clear();
    expect([status, json.error ?? json.message]).toEqual([503, expect.stringContaining('npm run dev:chains')]);
  });

  it('signs messages and typed data on Base', async () => {
    const onBase = await addressOf(SOME_NAME, BASE);
    const message = 'localhost wants you to sign in – ✓';
    const hex = `0x${Buffer.from(message).toString('hex')}`;
    const personal = await sign({ wallet: SOME_NAME, network: BASE, kind: 'personal-message', hex });
    expect(await recoverMessageAddress({ message, signature: personal.json.signature as Hex })).toBe(onBase);

    const typed = {
      domain: { name: 'USD Coin', version: '2', chainId: 8453 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note' as const,
      message: { text: 'hello' },
    };
    const json = JSON.stringify({
      ...typed,
      types: { ...typed.types, EIP712Domain: [{ name: 'name', type: 'string' }] },
    });
    const { signature } = (await sign({ wallet: SOME_NAME, network: BASE, kind: 'typed-data', json })).json;
    expect(await recoverTypedDataAddress({ ...typed, signature: signature as Hex })).toBe(onBase);
  });

  it('signs messages and transactions on Solana', async () => {
    const wallet = await nameOf(ada);
    const onSolana = address(await addressOf(wallet, SOLANA));
    const verify = async (signature: string, bytes: Uint8Array) =>
      verifySignature(
        await getPublicKeyFromAddress(onSolana),
        base58.decode(signature) as SignatureBytes,
        Uint8Array.from(bytes),
      );
    const message = new TextEncoder().encode('localhost wants you to sign in');
    const bytes = Buffer.from(message).toString('base64');
    const signed = await sign({ wallet, network: SOLANA, kind: 'message', bytes });
    expect(await verify(signed.json.signature ?? '', message)).toBe(true);

    const transaction = await transferOf(onSolana);
    const { json } = await sign({ wallet, network: SOLANA, kind: 'transaction', bytes: transaction });
    const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(json.signed ?? '', 'base64'));
    expect(await verify(json.signature ?? '', Uint8Array.from(messageBytes))).toBe(true);
    expect(base58.encode(Uint8Array.from(signatures[onSolana] ?? []))).toBe(json.signature);
  });

  it('refuses what it cannot sign, with the reason', async () => {
    const signer = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7));
    const ofAnother = await transferOf(signer.address);
    for (const body of [
      { network: SOLANA, kind: 'transaction', bytes: ofAnother },
      { network: SOLANA, kind: 'transaction', bytes: 'AAAA' },
      { network: BASE, kind: 'typed-data', json: '{' },
      { network: BASE, kind: 'typed-data', json: '{"types":{},"primaryType":"X","message":{}}' },
    ]) {
      const { status, json } = await sign({ wallet: SOME_NAME, ...body });
      expect([status, json.error], JSON.stringify(body)).toEqual([
        400,
        expect.stringMatching(/^The test wallet cannot sign this (transaction|typed data): ./),
      ]);
    }
  });

  it('takes only well-formed requests', async () => {
    for (const body of [
      { wallet: 'x', network: BASE, kind: 'personal-message', hex: '0x' },
      { wallet: SOME_NAME, network: BASE, kind: 'personal-message', hex: '0x1' },
      { wallet: SOME_NAME, network: BASE, kind: 'personal-message', hex: `0x${'00'.repeat(10_000)}` },
      { wallet: SOME_NAME, network: BASE, kind: 'transaction', bytes: 'AAAA' },
      { wallet: SOME_NAME, network: SOLANA, kind: 'message', bytes: '?' },
    ]) {
      expect((await sign(body)).status, JSON.stringify(body)).toBe(400);
    }
  });

  it('does not exist without LOCAL_CHAINS', async () => {
    settings().localChains = false;
    const hex = '0x00';
    expect((await call('', { account: ada })).status).toBe(404);
    expect((await call('/address', { body: { wallet: SOME_NAME, network: BASE } })).status).toBe(404);
    expect((await sign({ wallet: SOME_NAME, network: BASE, kind: 'personal-message', hex })).status).toBe(404);
  });

  it('is named to nobody who is not signed in', async () => {
    expect((await call('')).status).toBe(401);
  });
});

/** A payment of 5 USD by a payer, as the server makes it for the page, in base64. */
async function transferOf(payer: string): Promise<string> {
  const headers = { host: 'localhost:3000', 'content-type': 'application/json', cookie: await makeTestCookie(ada) };
  const body = JSON.stringify({ payer, amountUsd: 5 });
  const path = 'http://localhost:3000/api/console/wallet/solana-transaction';
  const response = await dispatch(new Request(path, { method: 'POST', headers, body }));
  return ((await response.json()) as { transaction: string }).transaction;
}
