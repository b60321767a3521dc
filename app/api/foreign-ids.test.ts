import { randomUUID } from 'node:crypto';
import { BASE } from '@/lib/core/wallet';
import { insertPayment } from '@/lib/x402/top-up/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import type { EditedCharacter } from '@/lib/characters/contract';
import { randomHex } from '@/lib/core/ids';
import { newRequestId } from '@/lib/http/answer/headers';
import { webDispatch } from '@/lib/http/test-dispatch';
import { hold } from '@/lib/ledger/hold';
import { settle } from '@/lib/ledger/settle';
import { testBill, testOrder, testRecord } from '@/lib/ledger/testing/test-orders';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { putOwnDocument } from '@/lib/web/index/own/put-own-document';
import { routes } from './route-table';
import { type IdParameter, idParametersOf } from './test-id-parameters';

/* Accounts never see or change each other's data: every parameter of every route that takes an ID is tried with an ID
   of another account's object. A route with a parameter that is not listed below fails this test. */

/**
 * A trial of one parameter: an ID of the other account's object, an unknown ID of the same form, and what else is sent
 * in the body or the query.
 */
type Trial = { theirs: () => Promise<string>; unknown: () => string; body?: object; query?: Record<string, string> };

const A_CHARACTER = { theirs: async () => (await makeCharacter()).id, unknown: randomUUID };
const A_KEY = { theirs: async () => (await makeTestKey(grace.id)).id, unknown: randomUUID };
const A_SLUG = { theirs: async () => (await makeCharacter()).slug, unknown: () => 'keeper-zzzzz' };

const today = new Date().toISOString().slice(0, 10);
const TODAY = { start: today, end: today };

const OWNED: Record<string, Trial> = {
  'PATCH /api/v1/api_keys body id': { ...A_KEY, body: { description: 'Mine now' } },
  'DELETE /api/v1/api_keys query id': A_KEY,
  'DELETE /api/v1/api_keys body id': A_KEY,
  'GET /api/v1/api_keys/[id] path id': A_KEY,
  'GET /api/v1/billing/usage-history query cursor': { theirs: makeCursor, unknown: () => 'nonsense' },
  'GET /api/v1/characters/[slug] path slug': A_SLUG,
  'GET /api/v1/characters/[slug]/reviews path slug': A_SLUG,
  'POST /api/v1/chat/completions body svc_parameters.character_slug': {
    ...A_SLUG,
    body: { model: 'usual', messages: [{ role: 'user', content: 'Hi' }] },
  },
  'DELETE /api/console/account/identities/[provider] path provider': { theirs: makeIdentity, unknown: () => 'google' },
  'DELETE /api/console/account/wallets/[address] path address': {
    theirs: makeWallet,
    unknown: () => '0x3333333333333333333333333333333333333333',
  },
  'GET /api/console/usage/requests query key': { theirs: makeUsedKey, unknown: randomUUID, query: TODAY },
  'GET /api/console/characters/[id] path id': A_CHARACTER,
  'PATCH /api/console/characters/[id] path id': { ...A_CHARACTER, body: { name: 'Mine now' } },
  'DELETE /api/console/characters/[id] path id': A_CHARACTER,
  'GET /api/console/characters/[id]/review path id': A_CHARACTER,
  'PUT /api/console/characters/[id]/review path id': { ...A_CHARACTER, body: { rating: 1 } },
  'DELETE /api/console/characters/[id]/review path id': { theirs: makeReview, unknown: randomUUID },
  'GET /api/console/documents/[id] path id': { theirs: makeDocument, unknown: randomUUID },
  'DELETE /api/console/documents/[id] path id': { theirs: makeDocument, unknown: randomUUID },
  'DELETE /api/console/shared-chats/[id] path id': { theirs: shareChat, unknown: () => randomHex(16) },
  'GET /api/console/wallet/payments/[id] path id': { theirs: makePayment, unknown: randomUUID },
  'GET /api/console/requests/[requestId] path requestId': { theirs: makeRequest, unknown: newRequestId },
};

/** Parameters that identify no account's data. */
const NOBODYS = new Map([
  ['model', 'models are public'],
  ['modelId', 'models are public'],
  ['fallbacks.model', 'models are public'],
  ['messages.tool_calls.id', 'an ID inside the sent conversation'],
  ['messages.tool_call_id', 'an ID inside the sent conversation'],
  ['messages.reasoning_details.id', 'an ID inside the sent conversation'],
  ['tools.id', 'an ID inside the sent conversation'],
  ['stop_token_ids', 'tokens of a model'],
  ['prompt_cache_key', 'chosen by the caller'],
  ['anon_user_id', 'chosen by the caller'],
  ['chatId', 'an ID in the caller’s browser'],
  ['messages.model', 'the name of a model, as text'],
  ['preferences.defaults.modelId', 'models are public'],
  ['preferences.prompts.id', 'an ID inside the sent preferences'],
  ['preferences.presets.id', 'an ID inside the sent preferences'],
]);

/** Routes whose IDs are public, or prove the right by themselves. */
const FREE = new Map([
  ['GET /api/console/shared-chats/[id] path id', 'whoever has the link may read the chat'],
  ['POST /api/console/wallet/test-wallet/address body wallet', 'whoever has the name has the wallet: test money'],
  ['POST /api/console/wallet/test-wallet/signature body wallet', 'whoever has the name has the wallet: test money'],
  ['GET /api/v1/models/[...id] path id', 'models are public'],
  ['GET /api/console/usage/requests query cursor', 'a position in time; the session decides whose rows are read'],
  ['GET /doc/markdown/[page] path page', 'the reference is public'],
  ['POST /api/console/reset-password body token', 'whoever has the link may set the password'],
  ['POST /api/console/sign-up body email', 'the email of a new account'],
  ['PATCH /api/console/account body email', 'the new email of one’s own account; a taken one is refused'],
  ['GET /api/v1/x402/balance/[walletAddress] path walletAddress', 'it must be the wallet that signs the request'],
  ['GET /api/v1/x402/transactions/[walletAddress] path walletAddress', 'it must be the wallet that signs the request'],
  ['POST /api/v1/api_keys/generate_web3_key body token', 'it must be signed by the wallet that sends it'],
]);

const dispatch = webDispatch(routes);
let opened: Database;
let ada: TestAccount;
let grace: TestAccount;
const cookies = new Map<string, string>();

beforeAll(async () => {
  opened = await openTestDatabase();
  installCatalog(
    testCatalog(
      'models: [{ id: usual, traits: [default], upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2" } }]',
    ),
  );
  // The first account is the owner's, so it must be neither of the two.
  await makeTestAccount('owner@example.com');
  ada = await makeTestAccount('ada@example.com', 1_000_000_000n);
  grace = await makeTestAccount('grace@example.com', 1_000_000_000n);
  for (const account of [ada, grace]) cookies.set(account.id, await makeTestCookie(account));
});
afterAll(() => opened.close());

type Answer = { status: number; body: unknown };

async function ask(who: TestAccount, parameter: IdParameter, id: string, trial: Partial<Trial> = {}): Promise<Answer> {
  const more = trial.body ?? {};
  const path =
    parameter.part === 'path' ? parameter.path.replace(/\[(?:\.\.\.)?\w+\]/, encodeURIComponent(id)) : parameter.path;
  const asked = parameter.part === 'query' ? { ...trial.query, [parameter.field]: id } : (trial.query ?? {});
  const query = `?${new URLSearchParams(asked).toString()}`;
  const body = parameter.part === 'body' ? nest(parameter.field, id, more) : more;
  const sent =
    parameter.method === 'GET' || (parameter.part !== 'body' && Object.keys(more).length === 0) ? null : body;
  const headers: Record<string, string> = { host: 'localhost:3000', cookie: cookies.get(who.id) ?? '' };
  if (sent) headers['content-type'] = 'application/json';
  const request = new Request(`http://localhost:3000${path}${query}`, {
    method: parameter.method,
    headers,
    ...(sent ? { body: JSON.stringify(sent) } : {}),
  });
  const response = await dispatch(request);
  const text = await response.text();
  // The two responses may only differ in the requested ID.
  return { status: response.status, body: text.replaceAll(id, '<id>') };
}

function nest(field: string, value: string, more: object): object {
  const [name = '', ...inner] = field.split('.');
  return { ...more, [name]: inner.length === 0 ? value : nest(inner.join('.'), value, {}) };
}

/** Sends a request with an account's browser session. */
async function act(who: TestAccount, method: string, path: string, body?: object): Promise<unknown> {
  const headers = { host: 'localhost:3000', cookie: cookies.get(who.id) ?? '', 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await dispatch(new Request(`http://localhost:3000${path}`, init));
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

async function makeCharacter(who = grace): Promise<EditedCharacter> {
  const draft = { name: 'Keeper', prompt: 'You keep a lighthouse.' };
  return ((await act(who, 'POST', '/api/console/characters', draft)) as { data: EditedCharacter }).data;
}

async function makeDocument(): Promise<string> {
  const text = { target: randomUUID(), title: 'Notes', markdown: 'Mine', date: '' };
  return database().transaction((tx) => putOwnDocument(tx, { ...text, ownerId: grace.id, kind: 'file' }));
}

/** The other account's review of a character; it is addressed by the character's ID. */
async function makeReview(): Promise<string> {
  const { id } = await makeCharacter(ada);
  await act(ada, 'PATCH', `/api/console/characters/${id}`, { published: true });
  await act(grace, 'PUT', `/api/console/characters/${id}/review`, { rating: 5 });
  return id;
}

async function shareChat(): Promise<string> {
  const chat = { chatId: randomHex(12), title: 'Mine', messages: [{ role: 'user', text: 'Hi' }] };
  return ((await act(grace, 'PUT', '/api/console/shared-chats', chat)) as { id: string }).id;
}

async function makeRequest(keyId: string | null = null): Promise<string> {
  const requestId = newRequestId();
  const held = await hold({ ...testOrder(grace.id), keyId });
  await settle({ hold: held, bill: testBill(7n), record: testRecord({ requestId }) });
  return requestId;
}

async function makeUsedKey(): Promise<string> {
  const { id } = await makeTestKey(grace.id);
  await makeRequest(id);
  return id;
}

async function makeIdentity(): Promise<string> {
  await database().query(
    "insert into account_identity (provider, subject, account_id, label) values ('github', '7', $1, 'grace')",
    [grace.id],
  );
  return 'github';
}

async function makeWallet(): Promise<string> {
  const address = '0x4444444444444444444444444444444444444444';
  await database().query('insert into account_wallet values ($1, $2)', [address, grace.id]);
  return address;
}

async function makeCursor(): Promise<string> {
  for (let made = 0; made <= 10; made += 1) await makeRequest();
  const page = await act(grace, 'GET', '/api/v1/billing/usage-history?pageSize=10');
  return String((page as { nextCursor: string }).nextCursor);
}

/** Everything that the other account has, as one text. */
async function thingsOf({ id }: TestAccount): Promise<string> {
  const rows = await Promise.all([
    database().query('select * from account where id = $1', [id]),
    database().query('select * from api_key where account_id = $1 order by id', [id]),
    database().query('select * from character where owner_id = $1 order by id', [id]),
    database().query('select * from character_review where account_id = $1 order by id', [id]),
    database().query('select * from account_identity where account_id = $1', [id]),
    database().query('select * from ledger_balance where account_id = $1 order by currency', [id]),
    database().query('select * from web_source where owner_id = $1 order by id', [id]),
    database().query('select * from web_passage where owner_id = $1 order by id', [id]),
    database().query('select id from ledger_entry where account_id = $1 order by id', [id]),
  ]);
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

const parameters = idParametersOf(routes).filter(({ path }) => !path.endsWith('/[...unknown]'));
const authOf = ({ path, method }: IdParameter) => routes[path]?.[method]?.declaration.auth;
const isOperators = (parameter: IdParameter) => authOf(parameter) === 'owner' || authOf(parameter) === 'operator';

describe('an ID of another account’s data', () => {
  it('has a trial for every such parameter', () => {
    const known = (parameter: IdParameter) =>
      parameter.name in OWNED || FREE.has(parameter.name) || isOperators(parameter) || NOBODYS.has(parameter.field);
    expect(parameters.filter((parameter) => !known(parameter)).map(({ name }) => name)).toEqual([]);
    const names = new Set(parameters.map(({ name }) => name));
    expect([...Object.keys(OWNED), ...FREE.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(parameters.filter(({ name }) => name in OWNED).map((parameter) => [parameter.name, parameter] as const))(
    'is unknown: %s',
    async (name, parameter) => {
      const trial = OWNED[name];
      if (!trial) throw new Error(`No trial for ${name}`);
      const nothing = await ask(ada, parameter, trial.unknown(), trial);
      const theirs = await trial.theirs();
      const before = await thingsOf(grace);
      expect(await ask(ada, parameter, theirs, trial)).toEqual(nothing);
      expect(await thingsOf(grace)).toBe(before);
      // The ID exists, and the request is valid except for its sender.
      expect(await ask(grace, parameter, theirs, trial)).not.toEqual(nothing);
      await signInAgain();
    },
  );

  it('opens no owner or operator route to others', async () => {
    for (const parameter of parameters.filter(isOperators)) {
      const { status } = await ask(ada, parameter, grace.id);
      expect([401, 403], parameter.name).toContain(status);
    }
  });
});

/** Some requests end every session of the account. */
async function signInAgain(): Promise<void> {
  const account = await findAccount(grace.id);
  if (account) cookies.set(grace.id, await makeTestCookie(account));
}

/** A payment for the other account. */
async function makePayment(): Promise<string> {
  const payment = await insertPayment({
    ...{ network: BASE, key: randomUUID(), payer: '0x2222222222222222222222222222222222222222', payTo: '0x11' },
    ...{ amountMicro: 5_000_000n, accountId: grace.id, payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
  return payment?.id ?? '';
}
