import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { authenticateKey } from '@/lib/accounts/keys/authenticate-key';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { admitWallet, findWalletAccount } from '@/lib/accounts/wallets/wallet-account';
import { BASE, SOLANA } from '@/lib/core/wallet';
import { credit } from '@/lib/ledger/credit';
import { hold } from '@/lib/ledger/hold';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { release } from '@/lib/ledger/release';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { testOrder } from '@/lib/ledger/testing/test-orders';
import { verifyLedger } from '@/lib/ledger/verify/verify-ledger';
import { newId } from '@/lib/core/ids';
import { holdClock } from '@/lib/limits/testing/test-clock';
import { clock } from '@/lib/platform/clock';
import { database, type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { MAX_SHARED_BYTES_IN_ALL, MAX_SHARED_CHATS } from '@/lib/shared-chats/constants';
import { unlinkWallet } from '@/lib/profile/wallets/unlink';
import { listOwnDocuments } from '@/lib/web/index/own/find-own-documents';
import { MAX_OWN_DOCUMENTS } from '@/lib/web/index/own/put-own-document';
import { evmWallet, headerOf, solanaWallet, type TestWallet } from '@/lib/x402/siwx/test-wallets';
import { signInMessage } from '@/lib/x402/console/sign-in';
import { creditPayment } from '@/lib/x402/top-up/credit-payment';
import { insertPayment, listPayments } from '@/lib/x402/top-up/store';
import { DELETE } from './[address]/route';
import { POST as MESSAGE } from './message/route';
import { GET, POST } from './route';

const PATH = 'http://localhost:3000/api/console/account/wallets';
const USD = 1_000_000_000n;
const before = settings().wallets;
let opened: Database;
let ada: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  opened = await openTestDatabase();
  const payTo = { [BASE]: '0x1111111111111111111111111111111111111111', [SOLANA]: solanaWallet().address };
  settings().wallets = { ...before, payTo };
  await makeTestAccount('owner@example.com');
});
beforeEach(async () => {
  ada = await makeTestAccount(`ada-${newId()}@example.com`, 2n * USD);
  bob = await makeTestAccount(`bob-${newId()}@example.com`);
});
afterAll(async () => {
  settings().wallets = before;
  expect((await verifyLedger()).findings).toEqual([]);
  await opened.close();
});

type Answer = { status: number; body: Record<string, unknown> };
type Session = { account: TestAccount; signedInAtMs?: number };

async function call(
  endpoint: typeof GET,
  { account, signedInAtMs = Date.now() }: Session,
  { body, address = '' }: { body?: object; address?: string } = {},
): Promise<Answer> {
  const headers = { host: 'localhost:3000', cookie: await makeTestCookie(account, signedInAtMs) };
  const method = body ? 'POST' : endpoint === DELETE ? 'DELETE' : 'GET';
  const json = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } };
  const response = await endpoint(new Request(PATH, { method, headers, ...json }), {
    params: Promise.resolve({ address }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The body of a link: the message for the account, signed by the wallet. */
async function signed(wallet: TestWallet, account: TestAccount): Promise<{ signIn: string }> {
  const { body } = await call(MESSAGE, { account }, { body: { address: wallet.address } });
  const message = String(body.message);
  return { signIn: headerOf({ address: wallet.address, message, signature: await wallet.sign(message) }) };
}
const link = async (wallet: TestWallet, account: TestAccount, more: object = {}) =>
  call(POST, { account }, { body: { ...(await signed(wallet, account)), ...more } });
const list = async (account: TestAccount) => (await call(GET, { account })).body;
const usdOf = async (accountId: string) => (await findBalance(accountId)).usdNano;
const stored = ({ address }: TestWallet) => (address.startsWith('0x') ? address.toLowerCase() : address);
const holderOf = async (wallet: TestWallet) => (await findWalletAccount(database(), stored(wallet)))?.id ?? null;

/** A character of an account. */
async function makeCharacter(accountId: string): Promise<{ id: string }> {
  const id = newId();
  await database().query(
    `insert into "character" (id, slug, owner_id, name, description, prompt, tags, tag_keys, search_text, adult, featured,
         web_enabled, replaces_service_prompt, created_at, updated_at)
       values ($1::uuid, $1::text, $2, 'Ada', '', 'Be kind.', '{}', '{}', '', false, false, false, false, now(), now())`,
    [id, accountId],
  );
  return { id };
}

/** Files of an account, without text. */
async function putFiles(accountId: string, names: string[]): Promise<void> {
  await database().query(
    `with source as (
        insert into web_source (id, owner_id, kind, target, base_url, max_pages, read_at)
        select gen_random_uuid(), $1, 'file', name, '', 1, now() from unnest($2::text[]) as name returning id, target)
      insert into web_document (id, source_id, url, title, date, hash)
        select gen_random_uuid(), id, 'http://localhost:3000/search?document=' || id, target, '', '' from source`,
    [accountId, names],
  );
}
const numbered = (length: number) => Array.from({ length }, (_, at) => `${at + 1}.txt`);
const filesOf = async (accountId: string) => (await listOwnDocuments(accountId)).map(({ name }) => name).sort();

/** Shares chats of an account; returns the ends of their links. */
async function shareChats(accountId: string, chatIds: string[], bytes: number): Promise<string[]> {
  const rows = await database().query<{ id: string }>(
    `insert into shared_chat (id, account_id, chat_id, title, messages, bytes, created_at, updated_at)
       select $1::text || '/' || chat, $1::uuid, chat, 'T', '[]', $3, now(), now() from unnest($2::text[]) as chat
       returning id`,
    [accountId, chatIds, bytes],
  );
  return rows.map(({ id }) => id);
}
const sharedOf = async (accountId: string) =>
  (await database().query<{ id: string }>('select id from shared_chat where account_id = $1', [accountId]))
    .map(({ id }) => id)
    .sort();

/** The own account of a wallet, with credit. */
async function ownAccount(wallet: TestWallet, usd: bigint): Promise<string> {
  const { id } = await database().transaction((within) => admitWallet(within, stored(wallet), { signUp: 'open' }));
  if (usd > 0n) {
    await credit({ entryId: newId(), accountId: id, currency: 'USD', kind: 'TOP_UP', amountNano: usd * USD });
  }
  return id;
}

describe('the message', () => {
  it('says what a signature does, and for which account', async () => {
    const wallet = evmWallet();
    const { body } = await call(MESSAGE, { account: ada }, { body: { address: wallet.address } });
    const [first, address] = String(body.message).split('\n');
    expect(first).toBe('localhost:3000 wants you to sign in with your Ethereum account:');
    // With the checksum of EIP-55, which wallets demand.
    expect(address).toBe(wallet.address);
    expect(body.message).toContain(`Link this wallet to the account of ${ada.email}. It can then sign in`);
    expect(body.message).toContain(
      'All credit, keys, characters, documents, and shared chats of an account that this wallet already has move there.',
    );
    expect(body.message).toMatch(/Chain ID: 8453\nNonce: page[0-9a-f]{64}\nIssued At: /);
  });

  it.each([
    ['127.0.0.1:3000', '127.0.0.1:3000'],
    ['elsewhere.example', 'localhost:3000'],
  ])('opened at %s names %s', async (host, named) => {
    const { body } = await call(MESSAGE, { account: ada }, { body: { address: evmWallet().address, host } });
    expect(body.message).toMatch(new RegExp(`^${named} wants you to sign in`));
    expect(body.message).toContain(`\nURI: http://${named}/settings\n`);
  });

  it('is refused for what is no address, naming the field', async () => {
    const answer = await call(MESSAGE, { account: ada }, { body: { address: 'ada' } });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: ['address'] }] } });
  });

  it('is refused where wallets cannot pay', async () => {
    const configured = settings().wallets;
    settings().wallets = { ...configured, payTo: {} };
    const answer = await call(MESSAGE, { account: ada }, { body: { address: evmWallet().address } });
    settings().wallets = configured;
    expect(answer).toMatchObject({ status: 503, body: { code: 'X402_NOT_CONFIGURED' } });
  });
});

describe('a link', () => {
  it.each([
    ['Base', evmWallet(), BASE],
    ['Solana', solanaWallet(), SOLANA],
  ] as const)(
    'of a wallet on %s without an account: it is a credential from then on',
    async (_name, wallet, network) => {
      expect(await link(wallet, ada)).toEqual({ status: 200, body: { linked: true, movedUsd: 0 } });
      expect(await holderOf(wallet)).toBe(ada.id);
      expect(await list(ada)).toEqual({
        networks: [BASE, SOLANA],
        wallets: [{ network, address: stored(wallet), onlyWayIn: false }],
      });
      expect(await list(bob)).toEqual({ networks: [BASE, SOLANA], wallets: [] });
    },
  );

  it('can be made again, and not by another account', async () => {
    const wallet = evmWallet();
    await link(wallet, ada);
    expect((await link(wallet, ada)).body).toEqual({ linked: true, movedUsd: 0 });
    expect(await link(wallet, bob)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await holderOf(wallet)).toBe(ada.id);
  });

  it('asks before it merges the wallet’s own account, and changes nothing until then', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 5n);
    const key = await makeTestKey(own);
    const body = await signed(wallet, ada);
    expect((await call(POST, { account: ada }, { body })).body).toEqual({
      linked: false,
      creditUsd: 5,
      keys: 1,
      characters: 0,
      documents: 0,
      documentsOfBoth: 0,
      sharedChats: 0,
      sharedChatsOfBoth: 0,
    });
    expect([await holderOf(wallet), await usdOf(own), await usdOf(ada.id)]).toEqual([own, 5n * USD, 2n * USD]);

    // The same signature serves for the consent.
    const merged = await call(POST, { account: ada }, { body: { ...body, merge: true } });
    expect(merged).toEqual({ status: 200, body: { linked: true, movedUsd: 5 } });
    expect([await holderOf(wallet), await usdOf(own), await usdOf(ada.id)]).toEqual([ada.id, 0n, 7n * USD]);
    expect((await authenticateKey(key.secret)).account.id).toBe(ada.id);
    const [closed] = await database().query('select deleted_at, wallet_address from account where id = $1', [own]);
    expect(closed).toEqual({ deleted_at: expect.any(Date), wallet_address: null });
    expect(await call(POST, { account: ada }, { body: { ...body, merge: true } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['signIn'], message: expect.stringContaining('nonce was used before') }] },
    });
  });

  it('closes an empty account of the wallet without asking', async () => {
    const wallet = solanaWallet();
    await ownAccount(wallet, 0n);
    expect((await link(wallet, ada)).body).toEqual({ linked: true, movedUsd: 0 });
    expect(await holderOf(wallet)).toBe(ada.id);
  });

  it('waits for requests that are being paid from the wallet’s credit; the signature stays valid', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 5n);
    const held = await hold(testOrder(own));
    const body = { ...(await signed(wallet, ada)), merge: true };
    expect(await call(POST, { account: ada }, { body })).toMatchObject({ status: 409 });
    expect([await holderOf(wallet), await usdOf(ada.id)]).toEqual([own, 2n * USD]);
    await release({ holdId: held.id });
    expect((await call(POST, { account: ada }, { body })).body).toEqual({ linked: true, movedUsd: 5 });
  });

  it('is made once by concurrent requests, with one transfer', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 5n);
    const bodies = await Promise.all(Array.from({ length: 8 }, () => signed(wallet, ada)));
    const answers = await Promise.all(
      bodies.map((body) => call(POST, { account: ada }, { body: { ...body, merge: true } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body }) => body.movedUsd === 5)).toHaveLength(1);
    expect([await usdOf(own), await usdOf(ada.id)]).toEqual([0n, 7n * USD]);
  });

  it.each([
    ['an email', (own: string) => database().query('update account set email = $2 where id = $1', [own, `${own}@x.y`])],
    ['the role of owner', (own: string) => database().query("update account set role = 'owner' where id = $1", [own])],
    [
      'another wallet',
      (own: string) => database().query('insert into account_wallet values ($2, $1)', [own, `0x${own}`]),
    ],
    ['a stake', (own: string) => setStake({ accountId: own, stakedNano: 1n })],
    ['partner limits', (own: string) => database().query("update account set tier = 'partner' where id = $1", [own])],
  ])('is refused if the wallet’s account has %s', async (_name, add) => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 5n);
    await add(own);
    expect(await link(wallet, ada, { merge: true })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect([await holderOf(wallet), await usdOf(ada.id)]).toEqual([own, 2n * USD]);
  });

  it('asks for characters, too, and moves them', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    const { id: characterId } = await makeCharacter(own);
    const body = await signed(wallet, ada);
    expect((await call(POST, { account: ada }, { body })).body).toMatchObject({ linked: false, characters: 1 });
    expect((await call(POST, { account: ada }, { body: { ...body, merge: true } })).body.linked).toBe(true);
    const [row] = await database().query('select owner_id as owner from "character" where id = $1', [characterId]);
    expect(row).toEqual({ owner: ada.id });
  });

  it('asks for documents, too, says how many both accounts have, and moves the others', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    await putFiles(own, ['diary.txt', 'plans.txt', 'tides.txt']);
    await putFiles(ada.id, ['tides.txt', 'other.txt']);
    const body = await signed(wallet, ada);
    expect((await call(POST, { account: ada }, { body })).body).toEqual({
      ...{ linked: false, creditUsd: 0, keys: 0, characters: 0 },
      ...{ documents: 3, documentsOfBoth: 1, sharedChats: 0, sharedChatsOfBoth: 0 },
    });
    expect([await filesOf(own), await filesOf(ada.id)]).toEqual([
      ['diary.txt', 'plans.txt', 'tides.txt'],
      ['other.txt', 'tides.txt'],
    ]);
    expect((await call(POST, { account: ada }, { body: { ...body, merge: true } })).body.linked).toBe(true);
    expect([await filesOf(own), await filesOf(ada.id)]).toEqual([
      [],
      ['diary.txt', 'other.txt', 'plans.txt', 'tides.txt'],
    ]);
  });

  it('asks for documents that the account has already: they are deleted', async () => {
    const wallet = evmWallet();
    await putFiles(await ownAccount(wallet, 0n), ['tides.txt']);
    await putFiles(ada.id, ['tides.txt']);
    expect((await link(wallet, ada)).body).toMatchObject({ linked: false, documents: 1, documentsOfBoth: 1 });
  });

  it('is refused beyond 50 documents of both accounts, naming the bound; those of both count once', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    await putFiles(ada.id, numbered(MAX_OWN_DOCUMENTS - 1));
    await putFiles(own, ['1.txt', 'new.txt', 'newer.txt']);
    for (const merge of [false, true]) {
      expect(await link(wallet, ada, { merge })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', error: expect.stringContaining('more than 50 documents') },
      });
    }
    expect([await holderOf(wallet), (await filesOf(own)).length]).toEqual([own, 3]);
    await database().query("delete from web_source where owner_id = $1 and target = 'newer.txt'", [own]);
    expect((await link(wallet, ada, { merge: true })).body.linked).toBe(true);
    expect(await filesOf(ada.id)).toHaveLength(MAX_OWN_DOCUMENTS);
  });

  it('is made for an account with 50 documents if the wallet’s brings none that are new', async () => {
    const wallet = evmWallet();
    await putFiles(ada.id, numbered(MAX_OWN_DOCUMENTS));
    await putFiles(await ownAccount(wallet, 0n), ['7.txt']);
    expect((await link(wallet, ada, { merge: true })).body.linked).toBe(true);
    expect(await filesOf(ada.id)).toHaveLength(MAX_OWN_DOCUMENTS);
  });

  it('asks for shared chats, too, says how many both accounts share, and moves the others with their links', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    const [moved] = await shareChats(own, ['a', 'b'], 5);
    const [kept] = await shareChats(ada.id, ['b'], 5);
    const body = await signed(wallet, ada);
    expect((await call(POST, { account: ada }, { body })).body).toEqual({
      ...{ linked: false, creditUsd: 0, keys: 0, characters: 0, documents: 0, documentsOfBoth: 0 },
      ...{ sharedChats: 2, sharedChatsOfBoth: 1 },
    });
    expect((await call(POST, { account: ada }, { body: { ...body, merge: true } })).body.linked).toBe(true);
    expect(await sharedOf(ada.id)).toEqual([moved, kept].sort());
    expect(await sharedOf(own)).toEqual([]);
  });

  it.each([
    ['100 chats', MAX_SHARED_CHATS, 10, 'share more than 100 chats'],
    ['20 MB', 20, MAX_SHARED_BYTES_IN_ALL / 20, 'more than 20 MB'],
  ])('is refused beyond %s that both accounts share; those of both count once', async (_name, chats, bytes, says) => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    const ids = Array.from({ length: chats }, (_, at) => String(at));
    await shareChats(ada.id, ids, bytes);
    await shareChats(own, ['0', 'new'], bytes);
    for (const merge of [false, true]) {
      expect(await link(wallet, ada, { merge })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', error: expect.stringContaining(says) },
      });
    }
    expect([await holderOf(wallet), (await sharedOf(own)).length]).toEqual([own, 2]);
    await database().query("delete from shared_chat where account_id = $1 and chat_id = 'new'", [own]);
    expect((await link(wallet, ada, { merge: true })).body.linked).toBe(true);
    expect(await sharedOf(ada.id)).toHaveLength(chats);
  });

  it('is refused beyond 500 keys of both accounts', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    await makeTestKey(own);
    await database().query(
      `insert into api_key (id, account_id, type, description, secret_hash, last_six)
         select gen_random_uuid(), $1::uuid, 'INFERENCE', '', 'h' || n || $1::text, '' from generate_series(1, 500) n`,
      [ada.id],
    );
    expect(await link(wallet, ada, { merge: true })).toMatchObject({ status: 409 });
  });

  it('is refused for the 21st wallet of an account', async () => {
    await database().query(
      "insert into account_wallet (address, account_id) select 'w' || n || $1::text, $1::uuid from generate_series(1, 20) n",
      [ada.id],
    );
    expect(await link(evmWallet(), ada)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await database().query('delete from account_wallet where account_id = $1', [ada.id]);
  });

  it('is refused if the wallet’s account is blocked', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 5n);
    await database().query('update account set blocked_at = now() where id = $1', [own]);
    const answer = await link(wallet, ada, { merge: true });
    expect(answer.body.code).toBe('API_ACCESS_DISABLED');
    await database().query('update account set blocked_at = null where id = $1', [own]);
    expect(await holderOf(wallet)).toBe(own);
  });

  it('of the account’s own wallet changes nothing', async () => {
    const wallet = evmWallet();
    const own = { ...ada, id: await ownAccount(wallet, 1n) };
    expect((await link(wallet, own)).body).toEqual({ linked: true, movedUsd: 0 });
    expect((await list(own)).wallets).toHaveLength(1);
  });

  it('shows the payments of the wallet’s account in the other one', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    const payment = await insertPayment({
      ...{ network: BASE, key: newId(), payer: stored(wallet), payTo: '0x11', amountMicro: 5_000_000n, accountId: own },
      ...{ payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
    });
    await creditPayment(payment!, newId());
    await link(wallet, ada, { merge: true });
    expect((await listPayments(ada.id, 9)).map(({ id }) => id)).toEqual([payment?.id]);
  });

  it('takes along an open payment of another wallet for the account of this one', async () => {
    const wallet = evmWallet();
    const own = await ownAccount(wallet, 0n);
    const payment = await insertPayment({
      ...{ network: BASE, key: newId(), payer: stored(evmWallet()), payTo: '0x11', amountMicro: 5_000_000n },
      ...{ accountId: own, payload: {}, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
    });
    await link(wallet, ada, { merge: true });
    // As it was read before the merge.
    await creditPayment(payment!, newId());
    expect(await usdOf(ada.id)).toBe(7n * USD);
    expect((await listPayments(ada.id, 9)).map(({ id, state }) => [id, state])).toEqual([[payment?.id, 'credited']]);
  });

  it('is refused for the stake of another account, and made for the account’s own', async () => {
    const wallet = evmWallet();
    await setStake({ accountId: bob.id, stakedNano: 1n, walletAddress: stored(wallet) });
    expect(await link(wallet, ada)).toMatchObject({ status: 409 });
    expect((await link(wallet, bob)).body).toEqual({ linked: true, movedUsd: 0 });
  });
});

describe('a signature is refused', () => {
  const refusedAs = async (body: object, session: Session = { account: ada }) => {
    const answer = await call(POST, session, { body });
    expect(await list(ada)).toMatchObject({ wallets: [] });
    return [answer.status, answer.body.code];
  };

  it('of a message for another account', async () => {
    expect(await refusedAs(await signed(evmWallet(), bob))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('of a message for a sign-in', async () => {
    const wallet = evmWallet();
    const { message } = await signInMessage({ address: wallet.address, host: null });
    const signIn = headerOf({ address: wallet.address, message, signature: await wallet.sign(message) });
    expect(await refusedAs({ signIn })).toEqual([400, 'INVALID_REQUEST']);
  });

  it('by another wallet', async () => {
    const { body } = await call(MESSAGE, { account: ada }, { body: { address: evmWallet().address } });
    const message = String(body.message);
    const other = evmWallet();
    const address = message.split('\n')[1];
    const signIn = headerOf({ address, message, signature: await other.sign(message) });
    expect(await refusedAs({ signIn })).toEqual([400, 'INVALID_REQUEST']);
  });

  it('in a session that began more than ten minutes ago', async () => {
    const session = { account: ada, signedInAtMs: Date.now() - 11 * 60_000 };
    expect(await refusedAs(await signed(evmWallet(), ada), session)).toEqual([403, 'UNAUTHORIZED']);
    // Its wallet is not even asked to sign.
    const { status, body } = await call(MESSAGE, session, { body: { address: evmWallet().address } });
    expect([status, body.error]).toEqual([403, expect.stringContaining('Sign in again')]);
  });

  it('in a session that was ended meanwhile', async () => {
    const body = await signed(evmWallet(), ada);
    await database().query('update account set session_version = session_version + 1 where id = $1', [ada.id]);
    forgetAccount(ada.id);
    const answer = await call(POST, { account: ada }, { body });
    expect([answer.status, answer.body.code]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });

  it('signed more than five minutes ago', async () => {
    const body = await signed(evmWallet(), ada);
    const now = clock.now;
    clock.now = () => now() + 5 * 60_000 + 1_000;
    try {
      expect(await refusedAs(body, { account: ada, signedInAtMs: clock.now() })).toEqual([400, 'INVALID_REQUEST']);
    } finally {
      clock.now = now;
    }
  });

  it('the thirty-first of an account within a minute', async () => {
    const bad = { signIn: headerOf({ address: evmWallet().address, message: 'x', signature: '0x' }) };
    await holdClock(async () => {
      for (let count = 0; count < 30; count += 1) expect(await refusedAs(bad)).toEqual([400, 'INVALID_REQUEST']);
      expect(await refusedAs(bad)).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    });
    expect(await refusedAs(bad, { account: bob })).toEqual([400, 'INVALID_REQUEST']);
  });

  it('that is too long, naming the field', async () => {
    expect(await refusedAs({ signIn: 'a'.repeat(8_193) })).toEqual([400, 'INVALID_REQUEST']);
  });
});

describe('unlinking', () => {
  const unlink = (wallet: TestWallet, account: TestAccount) => call(DELETE, { account }, { address: wallet.address });

  it('leaves the credit with the account: the wallet starts again without any', async () => {
    const wallet = evmWallet();
    await ownAccount(wallet, 5n);
    await link(wallet, ada, { merge: true });
    expect(await unlink(wallet, ada)).toEqual({ status: 200, body: { success: true } });
    // The wallet may have begun a session.
    expect((await call(GET, { account: ada })).status).toBe(401);
    expect([await holderOf(wallet), await usdOf(ada.id)]).toEqual([null, 7n * USD]);
    expect((await link(wallet, bob)).body).toEqual({ linked: true, movedUsd: 0 });
  });

  it('is refused for a wallet of another account', async () => {
    const wallet = evmWallet();
    await link(wallet, ada);
    expect(await unlink(wallet, bob)).toMatchObject({ status: 404 });
    expect(await holderOf(wallet)).toBe(ada.id);
  });

  it('is refused while the account has the wallet’s stake: it would stay a credential', async () => {
    const wallet = evmWallet();
    await link(wallet, ada);
    await setStake({ accountId: ada.id, stakedNano: 1n, walletAddress: stored(wallet) });
    expect(await unlink(wallet, ada)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(await holderOf(wallet)).toBe(ada.id);
  });

  it('never removes the last way in', async () => {
    const [one, other] = [evmWallet(), solanaWallet()];
    await link(one, ada);
    await link(other, ada);
    await database().query('update account set password_hash = null where id = $1', [ada.id]);
    const caller = { kind: 'session' as const, account: ada };
    const outcomes = await Promise.allSettled([one, other].map(({ address }) => unlinkWallet(address, { caller })));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const signedInAgain = { ...ada, sessionVersion: ada.sessionVersion + 1 };
    expect(await list(signedInAgain)).toMatchObject({ wallets: [{ onlyWayIn: true }] });
    const left = outcomes[0]?.status === 'fulfilled' ? other : one;
    expect(await unlink(left, signedInAgain)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  });

  it('frees a wallet’s own account from its wallet once it has an email and a password', async () => {
    const wallet = evmWallet();
    const id = await ownAccount(wallet, 5n);
    const own = { ...ada, id };
    expect(await unlink(wallet, own)).toMatchObject({ status: 409 });
    await database().query("update account set email = $2, password_hash = 'none' where id = $1", [id, `${id}@x.y`]);
    expect(await unlink(wallet, own)).toMatchObject({ status: 200 });
    expect([await holderOf(wallet), await usdOf(id)]).toEqual([null, 5n * USD]);
  });
});
