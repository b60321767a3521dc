import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '../../accounts/test-accounts';
import { admitWallet } from '../../accounts/wallets/wallet-account';
import { newId } from '../../core/ids';
import { BASE, SOLANA, USDC } from '../../core/wallet';
import { credit } from '../../ledger/credit';
import { holdClock } from '../../limits/testing/test-clock';
import { type Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { signInMessage } from '../../x402/console/sign-in';
import { remoteFeePayer } from '../../x402/rails';
import { evmWallet, headerOf, signInHeader, solanaWallet, type TestWallet } from '../../x402/siwx/test-wallets';
import type { Auth } from './authorize';
import { endpoint } from '../endpoint';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  await makeTestAccount('owner@example.com');
});
afterAll(() => database.close());

const RECEIVER = '0x1111111111111111111111111111111111111111';
beforeEach(() => {
  settings().wallets.payTo = { [BASE]: RECEIVER };
});
afterEach(() => {
  settings().wallets.payTo = {};
});

/** A wallet with an account that has credit. */
async function wallet(usd: number, make: () => TestWallet = evmWallet): Promise<TestWallet> {
  const made = make();
  const address = made.address.startsWith('0x') ? made.address.toLowerCase() : made.address;
  const { id: accountId } = await admitWallet(database, address, { signUp: 'open' });
  const amountNano = BigInt(Math.round(usd * 1e9));
  if (usd > 0) await credit({ entryId: newId(), accountId, currency: 'USD', kind: 'TOP_UP', amountNano });
  return made;
}

const routeOf = (auth: Auth) =>
  endpoint({
    auth,
    run: (_, { caller }) => ({ kind: caller.kind, wallet: 'wallet' in caller ? caller.wallet : null }),
  });
const PATH = '/api/v1/chat/completions';

async function call(auth: Auth, headers: Record<string, string>) {
  const request = new Request(`http://localhost:3000${PATH}`, { method: 'POST', headers });
  const response = await routeOf(auth)(request);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const signedBy = async (who: TestWallet, name = 'sign-in-with-x') => ({ [name]: await signInHeader(who) });

describe('a wallet with credit', () => {
  it.each(['sign-in-with-x', 'x-sign-in-with-x'])('is the caller by its header %s', async (name) => {
    for (const make of [evmWallet, solanaWallet]) {
      const made = await wallet(1, make);
      const { status, headers, body } = await call('inference', await signedBy(made, name));
      expect(status).toBe(200);
      expect(body.kind).toBe('wallet');
      expect(headers.get('x-balance-remaining')).toBe('1.000000');
      expect(headers.get('x-ratelimit-type')).toBe('user');
    }
  });

  it('takes precedence over a key where wallets are taken, and is ignored beside one elsewhere', async () => {
    const account = await makeTestAccount('both@example.com', 1_000_000_000n);
    const { secret } = await makeTestKey(account.id);
    const both = { authorization: `Bearer ${secret}`, ...(await signedBy(await wallet(1))) };
    expect((await call('inference', both)).body.kind).toBe('wallet');
    expect((await call('any_key', both)).body.kind).toBe('key');
    expect((await call('admin', both)).body.kind).toBe('key');
  });

  it('alone is refused where wallets are not taken', async () => {
    for (const auth of ['any_key', 'admin'] as const) {
      const { status, body } = await call(auth, await signedBy(await wallet(1)));
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'AUTHENTICATION_FAILED' });
    }
  });

  it('signs each request anew', async () => {
    const headers = await signedBy(await wallet(1));
    expect((await call('inference', headers)).status).toBe(200);
    expect((await call('inference', headers)).body.code).toBe('X402_SIGN_IN_NONCE_REUSED');
  });

  it('has at most five requests in flight', async () => {
    const made = await wallet(1);
    let finish = (): void => undefined;
    const waiting = new Promise<object>((done) => (finish = () => done({})));
    const route = endpoint({ auth: 'inference', run: () => waiting });
    const send = async () =>
      route(new Request(`http://localhost:3000${PATH}`, { method: 'POST', headers: await signedBy(made) }));
    const running = [1, 2, 3, 4, 5].map(send);
    await expect
      .poll(async () => {
        const answer = await Promise.race([send(), new Promise<null>((done) => setTimeout(() => done(null), 200))]);
        return answer === null ? null : ((await answer.json()) as { code: string }).code;
      })
      .toBe('X402_CONCURRENCY_LIMIT');
    finish();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await send()).status).toBe(200);
  });
});

describe('a wallet without enough credit', () => {
  it.each([0, 0.03, 0.0999])('%f USD gets a 402 that says how to add some', async (usd) => {
    const made = await wallet(usd);
    const { status, headers, body } = await call('inference', await signedBy(made));
    expect(status).toBe(402);
    expect(body).toMatchObject({
      ...{ error: 'Payment required', code: 'PAYMENT_REQUIRED', reason: 'insufficient_balance' },
      ...{ currentBalanceUsd: usd, minimumBalanceUsd: 0.1, suggestedTopUpUsd: 10, minimumTopUpUsd: 5 },
      ...{ supportedTokens: ['USDC'], supportedChains: ['base'] },
      topUpInstructions: { receiverWallet: RECEIVER, tokenDecimals: 6, network: BASE, minimumAmountUsd: 5 },
      siwxChallenge: { info: { domain: 'localhost:3000', uri: `http://localhost:3000${PATH}`, version: '1' } },
    });
    const header = JSON.parse(Buffer.from(headers.get('payment-required') ?? '', 'base64').toString()) as object;
    expect(header).toMatchObject({ x402Version: 2, accepts: [{ network: BASE, amount: '10000000', payTo: RECEIVER }] });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-balance-remaining')).toBeNull();
  });

  it('gets the instructions of the network that is configured', async () => {
    const { wallets } = settings();
    const receiver = solanaWallet().address;
    remoteFeePayer().address = solanaWallet().address;
    try {
      settings().wallets = { ...wallets, payTo: { [SOLANA]: receiver } };
      const { body } = await call('inference', await signedBy(await wallet(0, solanaWallet)));
      expect(body).toMatchObject({
        supportedChains: ['solana'],
        topUpInstructions: { receiverWallet: receiver, tokenAddress: USDC[SOLANA], network: SOLANA },
      });
    } finally {
      settings().wallets = wallets;
      remoteFeePayer().address = null;
    }
  });

  it('gets no way to pay where none is configured: a top-up would be refused', async () => {
    settings().wallets.payTo = {};
    for (const made of [evmWallet(), await wallet(0.03)]) {
      const { status, headers, body } = await call('inference', await signedBy(made));
      expect(status).toBe(402);
      expect(body).toEqual({
        ...{ error: 'Payment required', code: 'PAYMENT_REQUIRED', reason: 'insufficient_balance' },
        message: 'This wallet has less than 0.10 USD of credit. This service does not take payments by wallets yet.',
        currentBalanceUsd: expect.any(Number) as number,
        minimumBalanceUsd: 0.1,
      });
      expect(headers.get('payment-required')).toBeNull();
    }
  });

  it('0.10 USD is enough', async () => {
    expect((await call('inference', await signedBy(await wallet(0.1)))).status).toBe(200);
  });

  it('gets the same if it is unknown, and no account', async () => {
    const made = evmWallet();
    const { status, body } = await call('inference', await signedBy(made));
    expect({ status, balance: body.currentBalanceUsd }).toEqual({ status: 402, balance: 0 });
    const address = made.address.toLowerCase();
    expect(await database.query('select id from account where wallet_address = $1', [address])).toEqual([]);
  });

  it('is no failure for the guard', async () => {
    const made = evmWallet();
    for (let n = 0; n < 25; n += 1) expect((await call('inference', await signedBy(made))).status).toBe(402);
  });
});

describe('routes', () => {
  it('of a wallet’s own records take every wallet, and no key', async () => {
    const made = solanaWallet();
    const { status, body } = await call('wallet', await signedBy(made));
    expect(status).toBe(200);
    expect(body).toEqual({ kind: 'anonymous', wallet: { network: SOLANA, address: made.address } });
    const account = await makeTestAccount('keyed@example.com');
    const { secret } = await makeTestKey(account.id);
    const refused = await call('wallet', { authorization: `Bearer ${secret}` });
    expect(refused.status).toBe(402);
    expect(refused.body).toMatchObject({ accepts: [], extensions: { 'sign-in-with-x': { info: { version: '1' } } } });
  });

  it('of a wallet’s own records answer every bad sign-in with one code', async () => {
    const { status, body } = await call('wallet', { 'sign-in-with-x': 'e30=' });
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'X402_INVALID_SIGN_IN' });
    const open = await call('optional', { 'sign-in-with-x': 'e30=' });
    expect({ status: open.status, code: open.body.code }).toEqual({
      status: 401,
      code: 'X402_SIGN_IN_INVALID_PAYLOAD',
    });
  });

  it('that need no credential take a wallet with an account and one without', async () => {
    expect((await call('optional', await signedBy(await wallet(0)))).body.kind).toBe('wallet');
    expect((await call('optional', await signedBy(evmWallet()))).body.kind).toBe('anonymous');
  });

  it('explain both ways to pay to a caller without a credential', async () => {
    settings().wallets.payTo = { [BASE]: RECEIVER, [SOLANA]: solanaWallet().address };
    settings().wallets.signerKey = {};
    const { status, body } = await call('inference', {});
    expect(status).toBe(402);
    // Solana is offered once a fee payer is known.
    expect(body.accepts).toMatchObject([
      { scheme: 'exact', network: BASE, amount: '10000000', maxTimeoutSeconds: 300, extra: { name: 'USD Coin' } },
    ]);
    expect(body).toMatchObject({
      extensions: {
        'sign-in-with-x': { supportedChains: [{ type: 'eip191' }, { type: 'eip1271' }, { type: 'ed25519' }] },
      },
      authOptions: { x402Wallet: { topUp: 'http://localhost:3000/api/v1/x402/top-up' } },
    });
  });
});

it.each([
  ['127.0.0.1:3000', '127.0.0.1:3000'],
  ['elsewhere.example', 'localhost:3000'],
])('a challenge to a request for %s names %s: clients refuse one for another host', async (host, domain) => {
  const { body } = await call('inference', { host });
  const uri = `http://${domain}${PATH}`;
  expect(body).toMatchObject({ extensions: { 'sign-in-with-x': { info: { domain, uri } } } });
});

it('a message that was signed on a page is no sign-in to the API', async () => {
  const made = await wallet(1);
  const { message } = await signInMessage({ address: made.address, host: null });
  const header = headerOf({ address: made.address, message, signature: await made.sign(message) });
  const { status, body } = await call('inference', { 'sign-in-with-x': header });
  expect([status, body.code]).toEqual([401, 'X402_SIGN_IN_INVALID_MESSAGE']);
});

it('wallets without an account are limited by address, whatever they ask for', async () => {
  const codes: unknown[] = [];
  await holdClock(async () => {
    for (let n = 0; n < 70; n += 1) codes.push((await call('inference', await signedBy(solanaWallet()))).body.code);
  });
  expect(codes).toContain('RATE_LIMIT_EXCEEDED');
  expect((await call('inference', await signedBy(await wallet(1)))).status).toBe(200);
});
