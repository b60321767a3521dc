import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import type { x402Facilitator } from '@x402/core/facilitator';
import {
  decodePaymentResponseHeader,
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http';
import type { PaymentRequirements } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBase, type LocalBase } from './base';
import { USDC_ON_BASE } from './contracts';
import { startSolana, type LocalSolana } from './solana';
import { USDC_MINT } from './solana/tokens';
import { BASE, baseFacilitator, SOLANA, solanaFacilitator } from './test-payments';

/* The client of x402, unchanged, pays over HTTP; a facilitator in this process settles on the local chains. */

const FIVE_USDC = 5_000_000n;
const TEN_USDC = 10_000_000n;

let base: LocalBase;
let solana: LocalSolana;
const shops: Server[] = [];

beforeAll(async () => {
  [base, solana] = await Promise.all([startBase(), startSolana()]);
});
afterEach(() => {
  vi.restoreAllMocks();
  base.faults.clear();
  solana.faults.clear();
  for (const shop of shops.splice(0)) shop.close();
});
afterAll(async () => {
  await Promise.all([base.stop(), solana.stop()]);
});

/** A server that wants a payment for each request. `paid` gets the header of each payment. */
async function openShop(facilitator: x402Facilitator, requirements: PaymentRequirements) {
  const paid: string[] = [];
  const shop = createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string>) => response.writeHead(status, headers).end();
    const refuse = (error: string) => {
      const resource = { url: `http://${request.headers.host}${request.url}` };
      const required = { x402Version: 2, error, resource, accepts: [requirements] };
      answer(402, { 'PAYMENT-REQUIRED': encodePaymentRequiredHeader(required) });
    };
    const header = request.headers['payment-signature'];
    if (typeof header !== 'string') return refuse('Payment required');
    const settle = async () => {
      const payload = decodePaymentSignatureHeader(header);
      const verified = await facilitator.verify(payload, requirements);
      if (!verified.isValid) return refuse(verified.invalidReason ?? 'invalid');
      const settled = await facilitator.settle(payload, requirements);
      if (!settled.success) return refuse(settled.errorReason ?? 'failed');
      paid.push(header);
      answer(200, { 'PAYMENT-RESPONSE': encodePaymentResponseHeader(settled) });
    };
    settle().catch((error: unknown) => refuse(String(error)));
  });
  shops.push(shop);
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, paid };
}

const withLimit = (client: x402Client) => client.setSpendControls({ maxAmountPerPayment: '$25' });
/** Sends the same payment again; the answer's status and reason. */
async function replay(url: string, header: string) {
  const response = await fetch(url, { headers: { 'PAYMENT-SIGNATURE': header } });
  const required = Buffer.from(response.headers.get('PAYMENT-REQUIRED') ?? '', 'base64').toString();
  return [response.status, (JSON.parse(required) as { error: string }).error];
}

describe('on Base', () => {
  const key = generatePrivateKey();

  async function prepare(confirmationTimeoutMs?: number) {
    await base.fundGas(privateKeyToAccount(key).address, 10n ** 18n);
    const payer = privateKeyToAccount(generatePrivateKey());
    await base.fundUsdc(payer.address, TEN_USDC);
    const treasury = privateKeyToAccount(generatePrivateKey()).address;
    const requirements: PaymentRequirements = {
      scheme: 'exact',
      network: BASE,
      asset: USDC_ON_BASE,
      amount: String(FIVE_USDC),
      payTo: treasury,
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    };
    const facilitator = baseFacilitator(base.rpcUrl, key, confirmationTimeoutMs);
    const client = withLimit(new x402Client().register('eip155:*', new ExactEvmScheme(payer)));
    return { payer, treasury, facilitator, client, shop: await openShop(facilitator, requirements) };
  }

  it('pays 5 USDC, once', async () => {
    const { payer, treasury, client, shop } = await prepare();
    const response = await wrapFetchWithPayment(fetch, client)(shop.url);
    expect(response.status).toBe(200);
    const settled = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(settled).toMatchObject({ success: true, network: BASE, payer: payer.address });
    expect(await base.usdcOf(payer.address)).toBe(FIVE_USDC);
    expect(await base.usdcOf(treasury)).toBe(FIVE_USDC);
    expect(await replay(shop.url, shop.paid[0] ?? '')).toEqual([402, 'invalid_exact_evm_nonce_already_used']);
    expect(await base.usdcOf(treasury)).toBe(FIVE_USDC);
  });

  it('is refused without enough USDC, with the reason', async () => {
    const { treasury, shop } = await prepare();
    const poor = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())));
    const response = await wrapFetchWithPayment(fetch, withLimit(poor))(shop.url);
    const required = Buffer.from(response.headers.get('PAYMENT-REQUIRED') ?? '', 'base64').toString();
    expect([response.status, (JSON.parse(required) as { error: string }).error]).toEqual([
      402,
      'invalid_exact_evm_insufficient_balance',
    ]);
    expect(await base.usdcOf(treasury)).toBe(0n);
  });

  it('moves the money although the answer is lost', async () => {
    const { treasury, client, shop } = await prepare();
    base.faults.loseNextAnswer();
    const response = await wrapFetchWithPayment(fetch, client)(shop.url);
    await base.faults.mine();
    expect([response.status, await base.usdcOf(treasury)]).toEqual([402, FIVE_USDC]);
  });

  it('stays pending while nothing is mined', async () => {
    const { treasury, client, shop } = await prepare(100);
    await base.faults.pauseMining();
    const response = await wrapFetchWithPayment(fetch, client)(shop.url);
    expect([response.status, await base.usdcOf(treasury)]).toEqual([402, 0n]);
    await base.faults.resumeMining();
    expect(await base.usdcOf(treasury)).toBe(FIVE_USDC);
  });
});

describe('on Solana', () => {
  let feePayer: KeyPairSigner;

  async function prepare() {
    feePayer = await generateKeyPairSigner();
    const [payer, { address: treasury }] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    await solana.fundSol(feePayer.address, 1_000_000_000n);
    await solana.fundUsdc(payer.address, TEN_USDC);
    await solana.createUsdcAccount(treasury);
    const requirements: PaymentRequirements = {
      scheme: 'exact',
      network: SOLANA,
      asset: USDC_MINT,
      amount: String(FIVE_USDC),
      payTo: treasury,
      maxTimeoutSeconds: 60,
      extra: { feePayer: feePayer.address },
    };
    const facilitator = solanaFacilitator(solana.rpcUrl, feePayer);
    const scheme = new ExactSvmScheme(payer, { rpcUrl: solana.rpcUrl });
    const client = withLimit(new x402Client().register('solana:*', scheme));
    return { payer, treasury, requirements, client, shop: await openShop(facilitator, requirements) };
  }

  it('pays 5 USDC, once', async () => {
    const { payer, treasury, requirements, client, shop } = await prepare();
    const response = await wrapFetchWithPayment(fetch, client)(shop.url);
    expect(response.status).toBe(200);
    const settled = decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(settled).toMatchObject({ success: true, network: SOLANA, payer: payer.address });
    expect(await solana.usdcOf(payer.address)).toBe(FIVE_USDC);
    expect(await solana.usdcOf(treasury)).toBe(FIVE_USDC);
    const header = shop.paid[0] ?? '';
    expect((await replay(shop.url, header))[0]).toBe(402);
    // A facilitator that has not seen the payment learns it from the chain.
    const other = solanaFacilitator(solana.rpcUrl, feePayer);
    const verified = await other.verify(decodePaymentSignatureHeader(header), requirements);
    expect(verified).toMatchObject({ isValid: false, invalidMessage: expect.stringContaining('AlreadyProcessed') });
    expect(await solana.usdcOf(treasury)).toBe(FIVE_USDC);
  });

  it('pays twice with two payments', async () => {
    const { treasury, client, shop } = await prepare();
    const pay = wrapFetchWithPayment(fetch, client);
    expect([(await pay(shop.url)).status, (await pay(shop.url)).status]).toEqual([200, 200]);
    expect(await solana.usdcOf(treasury)).toBe(TEN_USDC);
  });

  it('moves the money although the answer is lost', async () => {
    const { treasury, client, shop } = await prepare();
    // The library prints the failure.
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    solana.faults.loseNextAnswer();
    const response = await wrapFetchWithPayment(fetch, client)(shop.url);
    expect([response.status, await solana.usdcOf(treasury)]).toEqual([402, FIVE_USDC]);
    expect(printed).toHaveBeenCalled();
  });

  it('moves the money once when two facilitators settle the same payment', async () => {
    const { treasury, requirements, client } = await prepare();
    const resource = { url: 'http://127.0.0.1/' };
    const payload = await client.createPaymentPayload({ x402Version: 2, resource, accepts: [requirements] });
    const settle = () => solanaFacilitator(solana.rpcUrl, feePayer).settle(payload, requirements);
    const [one, other] = await Promise.all([settle(), settle()]);
    expect([one.success, other.success]).toContain(true);
    expect(await solana.usdcOf(treasury)).toBe(FIVE_USDC);
  });

  it('is refused after its blockhash', async () => {
    const { treasury, client, shop } = await prepare();
    const expiring: typeof fetch = (input, init) => {
      if (new Headers(init?.headers ?? (input instanceof Request ? input.headers : {})).has('PAYMENT-SIGNATURE'))
        solana.faults.expireAll();
      return fetch(input, init);
    };
    const response = await wrapFetchWithPayment(expiring, client)(shop.url);
    expect([response.status, await solana.usdcOf(treasury)]).toEqual([402, 0n]);
  });
});
