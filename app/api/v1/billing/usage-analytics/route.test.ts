import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { UsageAnalytics } from '@/lib/billing/contract';
import { insertTestUsage, testLine, type TestUsage } from '@/lib/billing/test-usage';
import { installCatalog } from '@/lib/models/catalog';
import { embeddedListing, testCatalog } from '@/lib/models/test-catalog';
import { clock } from '@/lib/platform/clock';
import { database, installDatabase } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

/** Noon of the last day in these tests. */
const NOW_MS = Date.parse('2026-11-20T12:00:00Z');
const realNow = clock.now;
let accounts = 0;
let ada: Account;
let headers: Record<string, string>;

beforeAll(async () => {
  await openTestDatabase();
});

beforeEach(async () => {
  clock.now = () => NOW_MS;
  ada = await makeTestAccount(`a${(accounts += 1)}@example.com`);
  headers = { authorization: `Bearer ${(await makeTestKey(ada.id)).secret}` };
});

afterEach(() => {
  clock.now = realNow;
});

const ask = (query = '', given: Record<string, string> = headers) =>
  GET(new Request(`http://localhost:3000/api/v1/billing/usage-analytics${query}`, { headers: given }));
const analytics = async (query = ''): Promise<UsageAnalytics> => {
  const response = await ask(query);
  expect(response.status).toBe(200);
  return response.json();
};
const micros = (iso: string) => BigInt(Date.parse(iso)) * 1_000n;
const NOON = micros('2026-11-20T12:00:00Z');
const insert = (usage: Partial<TestUsage>) =>
  insertTestUsage({ accountId: ada.id, atMicros: NOON, lines: [testLine('output', 6, 5_400n)], ...usage });
const costing = (nano: bigint) => [testLine('output', 1, nano)];
const nanoOf = (amount: number) => BigInt(amount.toFixed(9).replace('.', ''));

describe('200', () => {
  it('returns everything in the documented layout', async () => {
    const worker = await makeTestKey(ada.id, { description: 'worker' });
    const lines = [testLine('input', 400_000, 200_000_000n), testLine('output', 200_000, 300_000_000n)];
    await insert({ keyId: worker.id, lines });
    await insert({ keyId: null, lines: costing(1_000_000n), currency: 'DIEM', atMicros: NOON - 86_400_000_000n });
    const date = Date.parse('2026-11-19T00:00:00Z');
    expect(await analytics('?lookback=2d')).toEqual({
      lookback: '2d',
      byDate: [
        { date: '2026-11-19', USD: 0, DIEM: 0.001 },
        { date: '2026-11-20', USD: 0.5, DIEM: 0 },
      ],
      byModel: [
        {
          modelName: 'demo-text-s',
          unitType: 'tokens',
          modelType: 'LLM',
          totalUsd: 0.5,
          totalDiem: 0.001,
          totalUnits: 600_001,
          breakdown: [
            { type: 'output', usd: 0.3, diem: 0.001, units: 200_001 },
            { type: 'input', usd: 0.2, diem: 0, units: 400_000 },
          ],
        },
      ],
      byKey: [
        { apiKeyId: worker.id, description: 'worker', totalUsd: 0.5, totalDiem: 0, totalUnits: 600_000 },
        { apiKeyId: null, description: 'Web app', totalUsd: 0, totalDiem: 0.001, totalUnits: 1 },
      ],
      byModelDaily: [
        { date, 'demo-text-s': 0.001 },
        { date: date + 86_400_000, 'demo-text-s': 0.5 },
      ],
      byKeyDaily: [
        { date, worker: 0, 'Web app': 0.001 },
        { date: date + 86_400_000, worker: 0.5, 'Web app': 0 },
      ],
      topModels: ['demo-text-s'],
      topKeyNames: ['worker', 'Web app'],
    });
  });

  it('returns every day of an empty week, also for a browser', async () => {
    const other = await makeTestAccount(`other${accounts}@example.com`);
    await insert({ accountId: other.id });
    const body = await analytics();
    expect(body).toMatchObject({ lookback: '7d', byModel: [], byKey: [], topModels: [], topKeyNames: [] });
    expect(body.byDate).toHaveLength(7);
    expect(body.byDate[0]).toEqual({ date: '2026-11-14', USD: 0, DIEM: 0 });
    expect(body.byModelDaily[0]).toEqual({ date: Date.parse('2026-11-14T00:00:00Z') });
    const session = { cookie: await makeTestCookie(ada), host: 'localhost:3000' };
    clock.now = realNow;
    expect((await ask('', session)).status).toBe(200);
  });

  it.each([
    ['1d', '1d', 1],
    ['90d', '90d', 90],
    ['91d', '90d', 90],
    ['99999999999999999999999d', '90d', 90],
  ])('looks back %s as %s', async (asked, lookback, days) => {
    const body = await analytics(`?lookback=${asked}&unknown=ignored`);
    expect(body.lookback).toBe(lookback);
    expect(body.byDate).toHaveLength(days);
    expect(body.byDate.at(-1)?.date).toBe('2026-11-20');
  });

  it('includes both days of a range, to the microsecond in UTC', async () => {
    const [first, end] = [micros('2026-02-28T00:00:00Z'), micros('2026-03-03T00:00:00Z')];
    for (const atMicros of [first - 1n, first, end - 1n, end])
      await insert({ atMicros, lines: costing(1_000_000_000n) });
    expect(await analytics('?startDate=2026-02-28&endDate=2026-03-02')).toMatchObject({
      lookback: '2026-02-28:2026-03-02',
      byDate: [
        { date: '2026-02-28', USD: 1 },
        { date: '2026-03-01', USD: 0 },
        { date: '2026-03-02', USD: 1 },
      ],
    });
    for (const day of ['0001-01-01', '9999-12-31']) {
      expect((await analytics(`?startDate=${day}&endDate=${day}`)).byDate).toEqual([{ date: day, USD: 0, DIEM: 0 }]);
    }
    expect((await analytics('?startDate=2026-01-01&endDate=2026-03-31')).byDate).toHaveLength(90);
  });

  it('names models as in the catalog, otherwise by ID, and distinguishes those with the same name', async () => {
    const listed = ['a', 'b', 'c'].map((id) => ({ ...embeddedListing(id), name: id === 'c' ? 'date' : 'Demo' }));
    installCatalog(testCatalog('models: []', { embedded: listed }));
    for (const [index, modelId] of ['a', 'b', 'c', 'gone', '__proto__'].entries()) {
      await insert({ modelId, lines: costing(BigInt(10 - index)) });
    }
    const body = await analytics();
    expect(body.topModels).toEqual(['Demo (a)', 'Demo (b)', 'date (c)', 'gone', '__proto__']);
    expect(body.byModel.map((model) => model.modelName)).toEqual(body.topModels);
    const today = body.byModelDaily.at(-1) ?? { date: 0 };
    expect(Object.keys(today).sort()).toEqual(['date', ...body.topModels].sort());
    expect(today).toMatchObject({ date: Date.parse('2026-11-20T00:00:00Z'), gone: 0.000000007 });
    expect(Object.entries(today)).toContainEqual(['__proto__', 0.000000006]);
  });

  it('describes deleted and unnamed keys, and keys with the same name', async () => {
    const make = async (description: string) => (await makeTestKey(ada.id, { description })).id;
    const keys = [];
    for (const name of ['twin', 'twin', '=cmd()', 'date', ' ', 'Web app']) keys.push(await make(name));
    await database().query('update api_key set revoked_at = now() where id = $1', [keys[0]]);
    for (const [index, keyId] of [...keys, null].entries()) await insert({ keyId, lines: costing(BigInt(10 - index)) });
    const { byKey, topKeyNames, byKeyDaily } = await analytics();
    expect(byKey.map((key) => key.apiKeyId)).toEqual([...keys, null]);
    expect(topKeyNames).toEqual([
      expect.stringMatching(/^twin \(.{6}\)$/),
      expect.stringMatching(/^twin \(.{6}\)$/),
      '=cmd()',
      expect.stringMatching(/^date \(.{6}\)$/),
      'Unnamed key',
      expect.stringMatching(/^Web app \(.{6}\)$/),
      'Web app (browser)',
    ]);
    expect(new Set(topKeyNames).size).toBe(7);
    expect(byKey.map((key) => key.description)).toEqual(topKeyNames);
    expect(Object.keys(byKeyDaily.at(-1) ?? {}).sort()).toEqual(['date', ...topKeyNames].sort());
  });

  it('sorts by spending, names the top eight, and charts them all', async () => {
    for (let index = 1; index <= 10; index += 1) {
      const currency = index % 2 === 0 ? 'USD' : 'DIEM';
      await insert({ modelId: `m${index}`, lines: costing(BigInt(index)), currency });
    }
    const body = await analytics();
    expect(body.byModel.map((model) => model.modelName)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((n) => `m${n}`));
    expect(body.topModels).toEqual([10, 9, 8, 7, 6, 5, 4, 3].map((n) => `m${n}`));
    expect(body.byModelDaily[0]).toEqual({
      date: expect.any(Number),
      ...Object.fromEntries(body.topModels.map((m) => [m, 0])),
    });
    expect(Object.keys(body.byModelDaily.at(-1) ?? {})).toHaveLength(11);
  });

  it('counts each model in its own unit', async () => {
    const line = (kind: string, units: number, costNano: bigint) => ({ kind, units, rateNano: 1n, costNano });
    await insert({ modelId: 'picture', modelType: 'image', lines: [line('image', 3, 900n)] });
    await insert({ modelId: 'voice', modelType: 'tts', lines: [line('characters', 120, 800n)] });
    await insert({ modelId: 'ear', modelType: 'asr', lines: [line('audio_seconds', 12.5, 700n)] });
    await insert({ modelId: 'vector', modelType: 'embedding', lines: [line('embedding_input', 5, 600n)] });
    await insert({
      modelId: 'searcher',
      lines: [line('output', 5, 400n), line('input', 2, 90n), line('search', 1, 10n)],
    });
    await insert({ modelId: 'odd', modelType: 'odd', lines: [line('toString', 4, 1n)] });
    const { byModel } = await analytics();
    expect(byModel.map((model) => [model.modelName, model.unitType, model.modelType, model.totalUnits])).toEqual([
      ['picture', 'images', 'IMAGE', 3],
      ['voice', 'chars', 'TTS', 120],
      ['ear', 'seconds', 'ASR', 12.5],
      ['vector', 'tokens', null, 5],
      ['searcher', 'tokens', 'LLM', 7],
      ['odd', 'requests', null, 4],
    ]);
  });

  it('sums exactly, with absorbed parts subtracted from the largest lines', async () => {
    const cost = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const record = fc.record({
      hours: fc.integer({ min: 0, max: 24 * 8 }),
      lines: fc.array(
        fc.record({ kind: fc.constantFrom('input', 'output', 'odd'), cost: fc.oneof(cost, fc.constant(7n)) }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      absorbed: fc.constantFrom(0n, 1n, 500n, 1_000n),
      modelId: fc.constantFrom('x', 'y'),
      ofKey: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 16 }), async (records) => {
        ada = await makeTestAccount(`a${(accounts += 1)}@example.com`);
        const { secret, id } = await makeTestKey(ada.id);
        headers = { authorization: `Bearer ${secret}` };
        let total = 0n;
        const kinds = new Map<string, bigint>();
        for (const { hours, lines, absorbed, modelId, ofKey } of records) {
          const priced = lines.map((line) => testLine(line.kind, 1, line.cost));
          const absorbedNano = (lines.reduce((sum, line) => sum + line.cost, 0n) * absorbed) / 1_000n;
          const atMicros = NOON - BigInt(hours) * 3_600_000_000n;
          await insert({ lines: priced, absorbedNano, modelId, keyId: ofKey ? id : null, atMicros });
          if (atMicros < micros('2026-11-14T00:00:00Z')) continue;
          for (const [kind, nano] of chargedByKind(lines, absorbedNano)) {
            total += nano;
            kinds.set(`${modelId} ${kind}`, (kinds.get(`${modelId} ${kind}`) ?? 0n) + nano);
          }
        }
        const body = await analytics();
        const sum = (amounts: number[]) => amounts.reduce((nano, amount) => nano + nanoOf(amount), 0n);
        expect(sum(body.byDate.map((day) => day.USD))).toBe(total);
        expect(sum(body.byModel.map((model) => model.totalUsd))).toBe(total);
        expect(sum(body.byKey.map((key) => key.totalUsd))).toBe(total);
        const series = (rows: Record<string, number>[]) =>
          sum(rows.flatMap((row) => Object.entries(row).flatMap(([name, spent]) => (name === 'date' ? [] : [spent]))));
        expect(series(body.byModelDaily)).toBe(total);
        expect(series(body.byKeyDaily)).toBe(total);
        const actual = body.byModel.flatMap(({ modelName, breakdown }) =>
          breakdown.map(({ type, usd }): [string, bigint] => [`${modelName} ${type}`, nanoOf(usd)]),
        );
        expect(new Map(actual)).toEqual(kinds);
      }),
      { numRuns: 30 },
    );
  });

  it('caches a response for ten minutes, per account and range', async () => {
    await insert({ lines: costing(1_000_000_000n) });
    const usd = async (query = '') => (await analytics(query)).byModel[0]?.totalUsd;
    expect(await usd()).toBe(1);
    await insert({ lines: costing(1_000_000_000n) });
    expect(await usd('?lookback=8d')).toBe(2);
    clock.now = () => NOW_MS + 10 * 60_000 - 1;
    expect(await usd()).toBe(1);
    clock.now = () => NOW_MS + 10 * 60_000;
    expect(await usd()).toBe(2);
    const grace = await makeTestAccount(`grace${accounts}@example.com`);
    headers = { authorization: `Bearer ${(await makeTestKey(grace.id)).secret}` };
    expect(await usd()).toBeUndefined();
  });

  it('computes concurrent identical requests once, and an account’s ranges one after another', async () => {
    await insert({ lines: costing(1_000_000_000n) });
    await analytics('?lookback=1d');
    const whole = database();
    let [atWork, most, pages] = [0, 0, 0];
    installDatabase({
      ...whole,
      transaction: async (work, options) => {
        most = Math.max(most, (atWork += 1));
        pages += 1;
        // As long as a page of a long history takes.
        await sleep(20);
        return whole.transaction(work, options).finally(() => (atWork -= 1));
      },
    });
    const asked = ['2d', '3d', '2d', '4d', '3d', '2d'].map((days) => analytics(`?lookback=${days}`));
    const answers = await Promise.all(asked).finally(() => installDatabase(whole));
    expect(answers.map(({ lookback }) => lookback)).toEqual(['2d', '3d', '2d', '4d', '3d', '2d']);
    for (const { byModel } of answers) expect(byModel).toMatchObject([{ totalUsd: 1 }]);
    expect([pages, most]).toEqual([3, 1]);
  });

  it('does not reuse the previous day’s response', async () => {
    const lastDay = async () => (await analytics()).byDate.at(-1)?.date;
    clock.now = () => Date.parse('2026-11-20T23:59:59.999Z');
    expect(await lastDay()).toBe('2026-11-20');
    clock.now = () => Date.parse('2026-11-21T00:00:00Z');
    expect(await lastDay()).toBe('2026-11-21');
  });
});

/** What was charged of each kind, computed one nano-USD after another from the largest line down. */
function chargedByKind(lines: { kind: string; cost: bigint }[], absorbedNano: bigint): [string, bigint][] {
  let left = absorbedNano;
  const parts: [string, bigint][] = [];
  for (const { kind, cost } of [...lines].sort((a, b) => (a.cost < b.cost ? 1 : a.cost > b.cost ? -1 : 0))) {
    const off = left < cost ? left : cost;
    left -= off;
    parts.push([kind, cost - off]);
  }
  return parts;
}

describe('400', () => {
  it.each([
    ['?lookback=7', 'lookback'],
    ['?lookback=0d', 'lookback'],
    ['?lookback=07d', 'lookback'],
    ['?lookback=', 'lookback'],
    ['?lookback=1w', 'lookback'],
    ['?startDate=2026-11-01', 'endDate'],
    ['?endDate=2026-11-01', 'startDate'],
    ['?startDate=2026-11-02&endDate=2026-11-01', 'endDate'],
    ['?startDate=2026-01-01&endDate=2026-04-01', 'endDate'],
    ['?startDate=2026-02-30&endDate=2026-03-01', 'startDate'],
    ['?startDate=2026-11-01T00:00:00Z&endDate=2026-11-02', 'startDate'],
    ['?lookback=7d&startDate=2026-11-01&endDate=2026-11-02', 'lookback'],
  ])('for %s, naming %s', async (query, field) => {
    const response = await ask(query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: [field] }] });
  });
});

describe('401', () => {
  it('for an INFERENCE key', async () => {
    const { secret } = await makeTestKey(ada.id, { type: 'INFERENCE' });
    const response = await ask('', { authorization: `Bearer ${secret}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'ADMIN_KEY_REQUIRED' });
  });
});

describe('402', () => {
  it('without any credential', async () => {
    const response = await ask('', {});
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ x402Version: 2 });
  });
});

describe('504', () => {
  it('if the database times out, which is not cached', async () => {
    await insert({});
    const whole = database();
    const canceled = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
    installDatabase({ ...whole, transaction: () => Promise.reject(canceled) });
    const response = await ask();
    installDatabase(whole);
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect((await analytics()).byModel).toHaveLength(1);
  });

  it('if it takes more than a minute, including the wait', async () => {
    await insert({});
    const whole = database();
    installDatabase({
      ...whole,
      transaction: async (work, options) => {
        const rows = await whole.transaction(work, options);
        // Long enough for the other request to start, and to wait for this one.
        await sleep(500);
        clock.now = () => NOW_MS + 60_000;
        return rows;
      },
    });
    const answers = await Promise.all([ask('?lookback=2d'), ask('?lookback=3d')]);
    installDatabase(whole);
    expect(answers.map(({ status }) => status)).toEqual([200, 504]);
    expect((await analytics('?lookback=3d')).byModel).toHaveLength(1);
  });
});
