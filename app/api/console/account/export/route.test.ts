import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { publishTestCharacter } from '@/lib/characters/test-characters';
import { newId } from '@/lib/core/ids';
import { BASE } from '@/lib/core/wallet';
import { hold } from '@/lib/ledger/hold';
import { settle } from '@/lib/ledger/settle';
import { testBill, testOrder, testRecord } from '@/lib/ledger/testing/test-orders';
import { withdraw } from '@/lib/ledger/withdraw';
import { noteRefusal } from '@/lib/limits/log/note-refusal';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { putOwnDocument } from '@/lib/web/index/own/put-own-document';
import { PAGE_ROWS } from '@/lib/profile/export-pages';
import { creditPayment } from '@/lib/x402/top-up/credit-payment';
import { insertPayment } from '@/lib/x402/top-up/store';
import { GET } from './route';

let ada: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  await openTestDatabase();
  other = await makeTestAccount('owner@example.com', 5_000n);
  ada = await makeTestAccount('ada@example.com', 1_000_000_000n);
});

async function ask(account: TestAccount | null) {
  const headers = { host: 'localhost:3000', cookie: account ? await makeTestCookie(account) : '' };
  return GET(new Request('http://localhost:3000/api/console/account/export', { headers }));
}

async function pay(account: TestAccount, requestId: string) {
  const held = await hold(testOrder(account.id));
  await settle({ hold: held, bill: testBill(150n), record: testRecord({ requestId }) });
}

/** Links a wallet, pays with it, and takes a part of the credit out again. */
async function payByWallet({ id }: TestAccount, name: string) {
  await database().query('insert into account_wallet (address, account_id) values ($1, $2)', [`wallet-${name}`, id]);
  const payment = await insertPayment({
    ...{ network: BASE, key: name, payer: `payer-${name}`, payTo: '0x11', amountMicro: 5_250_000n, accountId: id },
    ...{ payload: { signature: 'secret' }, expiresAt: 1n, fromBlock: 1n, fingerprint: null },
  });
  if (!payment) throw new Error('The payment was not stored.');
  await creditPayment(payment, `paid-${name}`);
  await withdraw({ entryId: newId(), accountId: id, amountNano: 2_000_000_000n, note: 'Sent back' });
}

/** Inserts failed requests as the recorder does; those of the same microsecond differ only in their IDs. */
async function fail(account: TestAccount, count: number, at: string) {
  await database().query(
    `insert into failed_request (id, request_id, account_id, route, status, code, message, cause, duration_ms, at)
      select gen_random_uuid(), 'failed-' || n, $1, '/api/v1/chat/completions', 500, 'X', 'Sorry', 'only for the owner',
        3, $3::timestamptz + (n / 700) * interval '1 second'
      from generate_series(1, $2) n`,
    [account.id, count, at],
  );
}

describe('200', () => {
  it('exports everything about the account, but no other account’s data and no secrets', async () => {
    const { secret, id: keyId } = await makeTestKey(ada.id, { description: 'laptop', limitUsdNano: 2_500_000_000n });
    const context = { caller: { kind: 'session', account: ada }, metadata: {} } as const;
    await publishTestCharacter(context, { name: 'Keeper', prompt: 'You keep the light.' });
    await pay(ada, 'hers');
    await pay(other, 'theirs');
    await fail(ada, 3, '2026-01-01T00:00:00Z');
    await fail(other, 3, '2026-01-01T00:00:00Z');
    noteRefusal({ accountId: ada.id, keyId, modelId: 'demo', tier: 'standard', type: 'RPM' });
    await database().transaction(async (tx) => {
      for (const [{ id: ownerId }, target] of [
        [ada, 'hers.txt'],
        [other, 'theirs.txt'],
      ] as const) {
        const text = { title: target, markdown: `The text of ${target}.`, date: '' };
        await putOwnDocument(tx, { ...text, ownerId, kind: 'file', target });
      }
    });
    await payByWallet(ada, 'hers');
    await payByWallet(other, 'theirs');
    const response = await ask(ada);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=farebox-account-\d{4}-\d{2}-\d{2}\.json$/,
    );
    const text = await response.text();
    expect(text).not.toMatch(/scrypt|secret|hash|only for the owner|theirs/i);
    expect(text).not.toContain(secret);
    const exported = JSON.parse(text);
    expect(exported).toMatchObject({
      format: 'farebox-account',
      profile: { id: ada.id, email: 'ada@example.com' },
      wallets: [{ address: 'wallet-hers', linkedAt: expect.stringMatching(/Z$/) }],
      keys: [{ id: keyId, description: 'laptop', limitUsd: '2.5', limitDiem: null }],
      characters: [{ name: 'Keeper', prompt: 'You keep the light.' }],
      documents: [
        { kind: 'file', name: 'hers.txt', text: 'The text of hers.txt.', addedAt: expect.stringMatching(/Z$/) },
      ],
      reviews: [],
      ledger: [
        { kind: 'GRANT', amount: '1' },
        { kind: 'CHARGE', amount: '-0.00000015', balanceAfter: '0.99999985' },
        { kind: 'TOP_UP', amount: '5.25', note: 'USDC, transaction paid-hers' },
        { kind: 'WITHDRAWAL', amount: '-2', note: 'Sent back' },
      ],
      usage: [{ requestId: 'hers', charged: '0.00000015', lines: [{ cost: '0.00000015' }] }],
      rateLimitLog: [{ modelId: 'demo', type: 'RPM' }],
    });
    expect(exported.walletPayments).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), network: BASE, payer: 'payer-hers', amount: '5.25' },
        ...{ state: 'credited', transactionId: 'paid-hers', reason: null },
        ...{ at: expect.stringMatching(/\.\d{6}Z$/), updatedAt: expect.stringMatching(/Z$/) },
      },
    ]);
    expect(exported.failedRequests).toHaveLength(3);
    expect(exported.failedRequests[0]).toMatchObject({ message: 'Sorry', at: '2026-01-01T00:00:00.000000Z' });
  });

  it('exports each row once from a list with many pages', async () => {
    const many = PAGE_ROWS * 3 + 7;
    const person = await makeTestAccount('many@example.com');
    await fail(person, many, '2026-02-01T00:00:00.000123Z');
    const exported = JSON.parse(await (await ask(person)).text()) as {
      failedRequests: { requestId: string; at: string }[];
    };
    expect(new Set(exported.failedRequests.map(({ requestId }) => requestId)).size).toBe(many);
    expect(exported.failedRequests).toHaveLength(many);
    const times = exported.failedRequests.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
    expect(times[0]).toBe('2026-02-01T00:00:00.000123Z');
  });

  it('reads on only as the response is consumed', async () => {
    const person = await makeTestAccount('slow@example.com');
    await fail(person, PAGE_ROWS * 3, '2026-02-01T00:00:00Z');
    const reader = (await ask(person)).body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    expect(first).toContain('"profile"');
    await database().query('delete from failed_request where account_id = $1', [person.id]);
    let rest = '';
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      rest += new TextDecoder().decode(piece.value);
    }
    expect((JSON.parse(first + rest) as { failedRequests: unknown[] }).failedRequests).toEqual([]);
  });

  it('aborts if the rest cannot be read, so that a partial file never looks complete', async () => {
    const person = await makeTestAccount('broken@example.com');
    await pay(await credited(person), 'odd');
    const reader = (await ask(person)).body?.getReader();
    await reader?.read();
    await database().query(`update usage_record set lines = '"x"' where request_id = 'odd'`);
    const readAll = async () => {
      while (!(await reader?.read())?.done);
    };
    await expect(readAll()).rejects.toThrow('cut off');
  });
});

async function credited(person: TestAccount): Promise<TestAccount> {
  const { credit } = await import('@/lib/ledger/credit');
  await credit({ entryId: newId(), accountId: person.id, currency: 'USD', kind: 'GRANT', amountNano: 1_000n });
  return person;
}

describe('401', () => {
  it('without a session', async () => {
    expect((await ask(null)).status).toBe(401);
  });
});

describe('429', () => {
  it('after five in an hour', async () => {
    const person = await makeTestAccount('eager@example.com');
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1) {
      const response = await ask(person);
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toContain(429);
    expect(statuses[0]).toBe(200);
  });
});
