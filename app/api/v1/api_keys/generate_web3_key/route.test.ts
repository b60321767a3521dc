import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { setTransport } from '@/lib/http/server/transport';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as listOwn } from '../route';
import { GET, POST } from './route';
import { testBody } from '@/lib/http/body/test-body';

const ADDRESS = 'http://localhost:3000/api/v1/api_keys/generate_web3_key';
const MINUTE_MS = 60_000;
const realNow = clock.now;
let owner: Account;
let wallet: PrivateKeyAccount;
let addresses = 0;

beforeAll(async () => {
  await openTestDatabase();
  owner = await makeTestAccount('owner@example.com');
});

beforeEach(() => {
  wallet = privateKeyToAccount(generatePrivateKey());
  addresses += 1;
});

afterEach(() => {
  clock.now = realNow;
  settings().signUp = 'open';
  settings().walletKeyMinStakeNano = undefined;
});

type Answer = { status: number; headers: Headers; body: Record<string, unknown> };
/** Sends from an address of its own, unless the test needs a shared one. */
const send = async (method: 'GET' | 'POST', body?: unknown, address = `10.9.${addresses >> 8}.${addresses & 255}`) => {
  const headers = { 'content-type': 'application/json' };
  const text = body === undefined ? null : JSON.stringify(body);
  const request = new Request(ADDRESS, { method, headers, body: text });
  setTransport(request, { client: { address, direct: true }, signal: request.signal, body: testBody(text ?? '') });
  const response = await (method === 'GET' ? GET : POST)(request);
  const answer: Answer = { status: response.status, headers: response.headers, body: await response.json() };
  return answer;
};
const askToken = async () => ((await send('GET')).body.data as { token: string }).token;
const signed = async (by: PrivateKeyAccount = wallet, token?: string) => {
  const text = token ?? (await askToken());
  const signature = await by.signMessage({ message: text });
  return { address: by.address, signature, token: text, apiKeyType: 'ADMIN' };
};
const keyOf = ({ body }: Answer) => (body.data as { apiKey: string }).apiKey;
const accountOf = async (by: PrivateKeyAccount = wallet) =>
  database().query<Record<string, unknown>>('select * from account where wallet_address = $1', [
    by.address.toLowerCase(),
  ]);
const refusedField = ({ status, body }: Answer) => [
  status,
  Object.keys(body.details as object).filter((field) => field !== '_errors')[0],
];

describe('200', () => {
  it('GET returns a JWT that is valid for 15 minutes and reveals nothing about us', async () => {
    const { status, body } = await send('GET');
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, data: { token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) } });
    const [header, payload] = (body.data as { token: string }).token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, number>);
    expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(Number(payload?.exp) - Number(payload?.iat)).toBe(900);
    expect(Object.keys(payload ?? {}).sort()).toEqual(['exp', 'iat', 'jti']);
  });

  it('POST creates an account for a new wallet, without credit, and a working key', async () => {
    const answer = await send('POST', await signed());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: {
        apiKey: expect.stringMatching(/^SVC_ADMIN_KEY_/),
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        apiKeyType: 'ADMIN',
        description: 'Web3 API Key',
        consumptionLimit: { usd: null, diem: null, vcu: null },
        limitPeriod: 'EPOCH',
        expiresAt: null,
        modelPrivacy: 'ALL',
      },
    });
    const [made] = await accountOf();
    expect(made).toMatchObject({ email: null, password_hash: null, role: 'member' });
    expect(await database().query('select 1 as one from ledger_entry where account_id = $1', [made?.id])).toEqual([]);
    const headers = { authorization: `Bearer ${keyOf(answer)}` };
    const list = await listOwn(new Request('http://localhost:3000/api/v1/api_keys', { headers }));
    expect(list.status).toBe(200);
    expect((await list.json()) as object).toMatchObject({ data: [{ description: 'Web3 API Key' }] });
  });

  it('POST accepts the fields of any new key', async () => {
    const wanted = { apiKeyType: 'INFERENCE', description: 'bot', consumptionLimit: { usd: 2 }, limitPeriod: 'MONTH' };
    const answer = await send('POST', { ...(await signed()), ...wanted, expiresAt: '2099-01-31' });
    expect(answer.body.data).toMatchObject({
      ...{ apiKeyType: 'INFERENCE', description: 'bot', limitPeriod: 'MONTH', expiresAt: '2099-01-31T00:00:00.000Z' },
      consumptionLimit: { usd: 2, diem: null, vcu: null },
    });
  });

  it('POST finds the account again, whatever the case of the address', async () => {
    await send('POST', await signed());
    const again = await signed();
    expect((await send('POST', { ...again, address: again.address.toLowerCase() })).status).toBe(200);
    expect(await accountOf()).toHaveLength(1);
  });

  it('POST finds the account whose stake the wallet holds', async () => {
    const ada = await makeTestAccount(`ada${addresses}@example.com`);
    await setStake({ accountId: ada.id, stakedNano: 1n, walletAddress: wallet.address.toLowerCase() });
    const { body } = await send('POST', await signed());
    expect(await accountOf()).toEqual([]);
    const { id } = body.data as { id: string };
    expect(await database().query('select account_id from api_key where id = $1', [id])).toEqual([
      { account_id: ada.id },
    ]);
  });

  it('POST admits a known wallet if sign-up is closed', async () => {
    await send('POST', await signed());
    settings().signUp = 'closed';
    expect((await send('POST', await signed())).status).toBe(200);
  });

  it('POST requires a stake if the operator does, and accepts a sufficient one', async () => {
    settings().walletKeyMinStakeNano = 2_000_000_000n;
    const ada = await makeTestAccount(`ada${addresses}@example.com`);
    await setStake({ accountId: ada.id, stakedNano: 2_000_000_000n, walletAddress: wallet.address.toLowerCase() });
    expect((await send('POST', await signed())).status).toBe(200);
  });

  it('creates both of two concurrent first keys of a wallet, for one account', async () => {
    const bodies = [await signed(), await signed()];
    const answers = await Promise.all(bodies.map((body) => send('POST', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accountOf()).toHaveLength(1);
  });
});

describe('400', () => {
  it('for invalid fields, naming them', async () => {
    const body = await signed();
    const wrong = [
      ['address', { ...body, address: '0x1234' }],
      ['address', { ...body, address: undefined }],
      ['signature', { ...body, signature: '0x12' }],
      ['signature', { ...body, signature: `0x${'0'.repeat(130)}` }],
      ['token', { ...body, token: '' }],
      ['token', { ...body, token: 'x'.repeat(1_001) }],
      ['apiKeyType', { ...body, apiKeyType: 'OWNER' }],
      ['description', { ...body, description: 'x'.repeat(65) }],
      ['expiresAt', { ...body, expiresAt: '2001-01-01' }],
    ] as const;
    for (const [field, input] of wrong) expect(refusedField(await send('POST', input)), field).toEqual([400, field]);
    expect((await send('POST', { ...body, more: 1 })).status).toBe(400);
    expect(await accountOf()).toEqual([]);
  });

  it('for a token that is not ours, even if its wallet signed it', async () => {
    const [header = '', payload = '', signature = ''] = (await askToken()).split('.');
    const longer = Buffer.from(
      JSON.stringify({ ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object), exp: 9_999_999_999 }),
    ).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    // The last character of 43 carries two spare bits, so another text encodes the same bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = signature.slice(0, -1) + alphabet.charAt(alphabet.indexOf(signature.slice(-1)) ^ 1);
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signature, 'base64url'));
    const tokens = [
      ...['nonsense', 'a.b.c', `${header}.${payload}`, `${header}.${payload}.`, `${none}.${payload}.`],
      ...[`${header}.${longer}.${signature}`, `${header}.${payload}.${twin}`, `${header}.${payload}.${signature}.x`],
      `${header}.${payload}.${'A'.repeat(43)}`,
    ];
    for (const token of tokens) {
      expect(refusedField(await send('POST', await signed(wallet, token))), token).toEqual([400, 'token']);
    }
    expect((await send('POST', await signed(wallet, `${header}.${payload}.${signature}`))).status).toBe(200);
  });

  it('for a token that is too old, to the second', async () => {
    const at = Math.floor(realNow() / 1_000) * 1_000;
    clock.now = () => at;
    const old = await signed();
    const young = await signed();
    clock.now = () => at + 15 * MINUTE_MS - 1;
    expect((await send('POST', young)).status).toBe(200);
    clock.now = () => at + 15 * MINUTE_MS;
    expect(refusedField(await send('POST', old))).toEqual([400, 'token']);
  });

  it('for a used token, also concurrently: one key is created', async () => {
    const body = await signed();
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('POST', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(JSON.stringify(refused?.body)).toContain('Was already used');
    const [made] = await accountOf();
    expect(await database().query('select 1 as one from api_key where account_id = $1', [made?.id])).toHaveLength(1);
  });

  it('for a signature of another wallet or another text', async () => {
    const unknown = privateKeyToAccount(generatePrivateKey());
    const body = await signed();
    expect(refusedField(await send('POST', { ...body, address: unknown.address }))).toEqual([400, 'signature']);
    const other = await wallet.signMessage({ message: `${body.token} ` });
    expect(refusedField(await send('POST', { ...body, signature: other }))).toEqual([400, 'signature']);
    expect(await accountOf()).toEqual([]);
    expect(await accountOf(unknown)).toEqual([]);
  });

  it('for a wallet without the required stake', async () => {
    settings().walletKeyMinStakeNano = 2_000_000_000n;
    const answer = await send('POST', await signed());
    expect(refusedField(answer)).toEqual([400, 'address']);
    expect(JSON.stringify(answer.body)).toContain('at least 2 DIEM staked; this one has 0');
    expect(await accountOf()).toEqual([]);
  });

  it('for the 501st key, without using up the token', async () => {
    await send('POST', await signed());
    const [made] = await accountOf();
    await database().query(
      `insert into api_key (id, account_id, type, description, secret_hash, last_six)
         select gen_random_uuid(), $1, 'INFERENCE', '', gen_random_uuid()::text, 'abcdef' from generate_series(1, 499)`,
      [made?.id],
    );
    const body = await signed();
    expect((await send('POST', body)).status).toBe(400);
    await database().query(`delete from api_key where account_id = $1 and description = ''`, [made?.id]);
    expect((await send('POST', body)).status).toBe(200);
  });
});

describe('403', () => {
  it.each(['closed', 'invite'] as const)('for a new wallet if sign-up is %s', async (signUp) => {
    settings().signUp = signUp;
    const { status, body } = await send('POST', await signed());
    expect([status, body.code]).toEqual([403, 'UNAUTHORIZED']);
    expect(await accountOf()).toEqual([]);
  });

  it('for a blocked account', async () => {
    await send('POST', await signed());
    await database().query('update account set blocked_at = now() where wallet_address = $1', [
      wallet.address.toLowerCase(),
    ]);
    const { status, body } = await send('POST', await signed());
    expect([status, body.code]).toEqual([403, 'API_ACCESS_DISABLED']);
  });

  it('if no account exists yet: a wallet never becomes the owner', async () => {
    await database().query('truncate account cascade');
    const { status } = await send('POST', await signed());
    expect(status).toBe(403);
    expect(await accountOf()).toEqual([]);
    forgetAccount(owner.id);
    owner = await makeTestAccount('owner@example.com');
    expect(owner.role).toBe('owner');
  });
});

describe('429', () => {
  it('for the 21st key of an account within the minute, counted together with its other keys', async () => {
    const at = Math.ceil(realNow() / MINUTE_MS) * MINUTE_MS;
    clock.now = () => at;
    const first = await send('POST', await signed());
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      statuses.push((await send('POST', await signed(), `10.8.0.${index}`)).status);
    }
    // A wallet's first key is not counted, because there is no account yet.
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const { status, headers, body } = await send('POST', await signed(), '10.8.1.1');
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMIT_EXCEEDED', '60']);
    expect((await makeTestKey(owner.id)).id).toBeTruthy();
    expect(first.status).toBe(200);
  });

  it('for the 21st attempt of an address within the minute, and the 61st token', async () => {
    const at = Math.ceil(realNow() / MINUTE_MS) * MINUTE_MS;
    clock.now = () => at;
    const body = { ...(await signed()), token: 'nonsense' };
    for (let index = 0; index < 20; index += 1) expect((await send('POST', body)).status).toBe(400);
    expect((await send('POST', body)).status).toBe(429);
    for (let index = 1; index < 60; index += 1) expect((await send('GET')).status).toBe(200);
    expect((await send('GET')).status).toBe(429);
  });

  it('for the sixth new wallet of an address within the hour', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await send('POST', await signed(privateKeyToAccount(generatePrivateKey())))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
