import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endSession } from '../accounts/ended-sessions';
import { authenticateKey } from '../accounts/keys/authenticate-key';
import { createLinkToken, recordUsedToken } from '../accounts/sign-up/one-time-link';
import { readSession } from '../accounts/session';
import { makeTestKey } from '../accounts/test-accounts';
import { listAccounts } from '../admin/find-accounts';
import { rateCharacter } from '../characters/review/rate';
import { publishTestCharacter } from '../characters/test-characters';
import { newId } from '../core/ids';
import { noteFailedRequest } from '../failures/note-failed-request';
import { flushFailedRequests } from '../failures/failure-buffer';
import { hold } from '../ledger/hold';
import { settle } from '../ledger/settle';
import { setStake } from '../ledger/stake/set-stake';
import { testBill, testOrder, testRecord } from '../ledger/testing/test-orders';
import { verifyLedger } from '../ledger/verify/verify-ledger';
import { noteRefusal } from '../limits/log/note-refusal';
import { flushRefusals } from '../limits/log/refusal-buffer';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { putOwnDocument } from '../web/index/own/put-own-document';
import { installEmbedder } from '../web/index/embedder';
import { testEmbedder } from '../web/index/test-embedder';
import { fillVectors } from '../web/index/vectors/fill-vectors';
import { deleteAccount } from './delete-account';
import { makePerson, PASSWORD, type TestPerson } from './test-person';

const EMAIL = 'ada@example.com';
const CONFIRMED = { confirm: EMAIL, currentPassword: PASSWORD };

let opened: Database;
let owner: TestPerson;
let ada: TestPerson;
beforeEach(async () => {
  opened = await openTestDatabase();
  owner = await makePerson('owner@example.com');
  ada = await makePerson(EMAIL, { creditNanoUsd: 1_000n });
});
afterEach(() => opened.close());

const context = (person: TestPerson) => ({ caller: person.caller, metadata: {} });
const countOf = async (table: string, column = 'account_id') =>
  Number(
    (
      await database().query<{ n: bigint }>(`select count(*) as n from ${table} where ${column} = $1`, [ada.account.id])
    )[0]?.n,
  );

/** The tables with a row that has a text anywhere, in order. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await database().query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database().query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [text]);
    if (row) found.push(name);
  }
  return found;
}

describe('what is deleted', () => {
  it('removes the name from the row, and ends keys and sessions immediately', async () => {
    const { secret } = await makeTestKey(ada.account.id, { description: 'Ada’s laptop' });
    await authenticateKey(secret);
    expect(await readSession(ada.cookie)).not.toBeNull();
    await database().query("update account set name = 'Ada', wallet_address = '0xab' where id = $1", [ada.account.id]);
    await deleteAccount(CONFIRMED, ada);
    const [row] = await database().query('select * from account where id = $1', [ada.account.id]);
    expect(row).toMatchObject({
      email: null,
      name: null,
      wallet_address: null,
      password_hash: null,
      session_version: 2,
    });
    expect([row?.deleted_at, row?.blocked_at]).toEqual([expect.any(Date), expect.any(Date)]);
    await expect(authenticateKey(secret)).rejects.toMatchObject({ status: 401 });
    expect(await readSession(ada.cookie)).toBeNull();
    const [key] = await database().query('select * from api_key where account_id = $1', [ada.account.id]);
    expect(key).toMatchObject({ description: '', revoked_at: expect.any(Date) });
  });

  it('removes links, identities, characters, reviews, and logs, and recomputes the sums of others', async () => {
    const { id: accountId } = ada.account;
    await createLinkToken('reset', accountId);
    await endSession({ accountId, sessionId: 'x' });
    expect(await countOf('ended_session')).toBe(1);
    await database().query("insert into account_identity values ('github', '7', $1, 'ada')", [accountId]);
    await database().query("insert into account_wallet values ('0xaa', $1), ('0xbb', $2)", [
      ...[accountId, owner.account.id],
    ]);
    await database().query(
      `insert into failed_request values ($1, 'r', $2, null, null, '/', 400, 'X', 'no', null, 1, now())`,
      [newId(), accountId],
    );
    await database().query(
      `insert into idempotency_claim (account_id, route, key, body_hash, request_id, hold_id, claimed_at, answer_kind, answer)
        values ($1, 'POST /x', 'k', 'h', 'r', $2, now(), 'json', 'words')`,
      [accountId, newId()],
    );
    noteRefusal({ accountId, keyId: null, modelId: 'm', tier: 'standard', type: 'RPM' });
    const own = await publishTestCharacter(context(ada), { name: 'Hers' });
    const other = await publishTestCharacter(context(owner), { name: 'His' });
    await rateCharacter(own.id, { rating: 5 }, owner);
    await rateCharacter(other.id, { rating: 2 }, ada);
    await deleteAccount(CONFIRMED, ada);
    const counts = await Promise.all([
      countOf('ended_session'),
      countOf('one_time_link'),
      countOf('account_identity'),
      countOf('account_wallet'),
      countOf('failed_request'),
      countOf('rate_limit_event'),
      countOf('character', 'owner_id'),
      countOf('character_review'),
      countOf('idempotency_claim'),
    ]);
    expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(await database().query('select address from account_wallet')).toEqual([{ address: '0xbb' }]);
    // Rows that were buffered, and later failures, are not written after the removal.
    noteRefusal({ accountId, keyId: null, modelId: 'm', tier: 'standard', type: 'RPM' });
    noteFailedRequest({
      ...{ accountId, requestId: 'late', keyId: null, modelId: null, route: '/', status: 400, code: 'X' },
      ...{ message: 'no', cause: null, durationMs: 1 },
    });
    await Promise.all([flushRefusals(), flushFailedRequests()]);
    expect(await Promise.all([countOf('failed_request'), countOf('rate_limit_event')])).toEqual([0, 0]);
    const [left] = await database().query('select id, rating_count as n, rating_sum as sum from "character"');
    expect(left).toEqual({ id: other.id, n: 0, sum: 0 });
  });

  it('removes the account’s own documents from every table, and nobody else’s', async () => {
    const add = ({ account }: TestPerson, word: string) => {
      const text = { title: `Notes of ${word}`, markdown: `All about ${word}.`, date: '' };
      return database().transaction((tx) =>
        putOwnDocument(tx, { ...text, ownerId: account.id, kind: 'file', target: `${word}.txt` }),
      );
    };
    const [hers, his] = [await add(ada, 'zeppelin'), await add(owner, 'lagoon')];
    installEmbedder(() => testEmbedder);
    expect(await fillVectors()).toBe(2);
    installEmbedder(() => null);
    expect([await tablesWith('zeppelin'), await tablesWith(hers)]).toEqual([
      ['web_document', 'web_passage', 'web_source'],
      ['web_document', 'web_source'],
    ]);
    await deleteAccount(CONFIRMED, ada);
    expect([await tablesWith('zeppelin'), await tablesWith(hers)]).toEqual([[], []]);
    expect(await tablesWith(his)).toEqual(['web_document', 'web_source']);
    const [left] = await database().query('select count(*)::int as n from web_passage_vector');
    expect(left).toEqual({ n: 1 });
  });

  it('does not make a wallet’s used token valid again', async () => {
    const token = { token: 'signed', accountId: ada.account.id, expiresAt: new Date(Date.now() + 60_000) };
    expect(await recordUsedToken(database(), token)).toBe(true);
    await deleteAccount(CONFIRMED, ada);
    expect(await recordUsedToken(database(), { ...token, accountId: owner.account.id })).toBe(false);
  });

  it('frees email and wallet for a new account', async () => {
    const walletAddress = `0x${'ab'.repeat(20)}`;
    await setStake({ accountId: ada.account.id, stakedNano: 5n, walletAddress });
    await deleteAccount(CONFIRMED, ada);
    const again = await makePerson(EMAIL);
    expect(again.account).toMatchObject({ role: 'member', email: EMAIL });
    await setStake({ accountId: again.account.id, stakedNano: 5n, walletAddress });
  });

  it('keeps the operator’s list complete', async () => {
    await deleteAccount(CONFIRMED, ada);
    const { accounts } = await listAccounts({});
    expect(accounts.map(({ email }) => email)).toEqual(['owner@example.com']);
  });
});

describe('what is kept', () => {
  it('lets a request in flight finish and be charged, and admits no new one', async () => {
    const { id: accountId } = ada.account;
    const { id: keyId } = await makeTestKey(accountId);
    const held = await hold(testOrder(accountId, { keyId }));
    await deleteAccount(CONFIRMED, ada);
    await expect(hold(testOrder(accountId))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED' });
    await expect(hold(testOrder(accountId, { keyId }))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED' });
    const receipt = await settle({ hold: held, bill: testBill(150n), record: testRecord() });
    expect(receipt).toMatchObject({ chargedNano: 150n, absorbedNano: 0n });
    expect(await countOf('ledger_entry')).toBe(2);
    expect((await verifyLedger()).findings).toEqual([]);
  });

  it('charges DIEM that was held before', async () => {
    const { id: accountId } = ada.account;
    await setStake({ accountId, stakedNano: 900n });
    const held = await hold(testOrder(accountId));
    expect(held.currency).toBe('DIEM');
    await deleteAccount(CONFIRMED, ada);
    const receipt = await settle({ hold: held, bill: testBill(90n), record: testRecord() });
    expect(receipt).toMatchObject({ currency: 'DIEM', chargedNano: 90n, absorbedNano: 0n });
  });
});

describe('refusals', () => {
  it.each([
    ['another email', { confirm: 'owner@example.com', currentPassword: PASSWORD }, 'confirm'],
    ['the email in uppercase', { confirm: EMAIL.toUpperCase(), currentPassword: PASSWORD }, 'confirm'],
    ['a wrong password', { confirm: EMAIL, currentPassword: 'something else' }, 'currentPassword'],
    ['no password', { confirm: EMAIL }, 'currentPassword'],
  ])('%s', async (_name, input, field) => {
    await expect(deleteAccount(input, ada)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      options: { issues: [{ path: [field] }] },
    });
    expect(await countOf('account', 'id')).toBe(1);
    expect(await readSession(ada.cookie)).not.toBeNull();
  });

  it('the only owner; one of two may be deleted, the last one not', async () => {
    const request = { confirm: 'owner@example.com', currentPassword: PASSWORD };
    await expect(deleteAccount(request, owner)).rejects.toMatchObject({ code: 'CONFLICT' });
    await database().query("update account set role = 'owner' where id = $1", [ada.account.id]);
    expect(await deleteAccount(request, owner)).toEqual({ success: true });
    await expect(deleteAccount(CONFIRMED, ada)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
