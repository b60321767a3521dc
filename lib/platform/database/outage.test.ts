import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GET as readyRoute } from '@/app/api/health/ready/route';
import { GET as liveRoute } from '@/app/api/health/live/route';
import { GET as keysRoute } from '@/app/api/v1/api_keys/route';
import { GET as balanceRoute } from '@/app/api/v1/billing/balance/route';
import { POST as chatRoute } from '@/app/api/v1/chat/completions/route';
import { GET as modelsRoute } from '@/app/api/v1/models/route';
import { accountCaches } from '../../accounts/account-cache';
import type { Account } from '../../accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '../../accounts/test-accounts';
import { startTestService, type TestService } from '../../chat/test-service';
import { newId } from '../../core/ids';
import { credit } from '../../ledger/credit';
import { hold } from '../../ledger/hold';
import { clock } from '../clock';
import { database, openDatabase, sqlState } from '../db';
import { createLogger } from '../log';
import { processState } from '../process-state';
import { startPostgres, type TestPostgres } from '../testing/test-postgres';
import { findNotReady } from './failure';

const realNow = clock.now;
let server: TestPostgres;
let service: TestService;
let account: Account;
let lines: { level: number; msg: string; statement?: string }[] = [];

beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  processState('platform.log', () => createLogger('info', { write }));
  server = await startPostgres();
  service = await startTestService({ plain: { chunks: ['Good ', 'day'] } });
});
beforeEach(async () => {
  await openDatabase({ databaseUrl: server.url, dataDir: '' });
  account = await makeTestAccount(`${newId()}@example.com`, 1_000_000_000n);
  lines = [];
});
afterEach(async () => {
  clock.now = realNow;
  await database().close();
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

type Headers = Record<string, string>;
type Route = (request: Request) => Promise<Response>;
type Answer = { status: number; code?: string; retryAfter: string | null; tookMs: number };

const BODY = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }] };

async function call(route: Route, headers: Headers = {}, body?: object): Promise<Answer> {
  const started = performance.now();
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  const all = { host: 'localhost:3000', 'content-type': 'application/json', ...headers };
  const response = await route(new Request('http://localhost:3000/api', { ...init, headers: all }));
  const text = await response.text();
  const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
  return {
    status: response.status,
    code,
    retryAfter: response.headers.get('retry-after'),
    tookMs: performance.now() - started,
  };
}
const chat = (headers: Headers) => call(chatRoute, headers, BODY);
const REFUSED = { status: 503, code: 'NOT_READY', retryAfter: '5' };

const newKey = async (): Promise<Headers> => ({ authorization: `Bearer ${(await makeTestKey(account.id)).secret}` });
const newSession = async (): Promise<Headers> => ({ cookie: await makeTestCookie(account) });

/** Caches callers, then lets enough time pass that they would be read again. */
async function remember(...callers: Headers[]): Promise<void> {
  for (const caller of callers) expect((await call(balanceRoute, caller)).status).toBe(200);
  pass(10_000);
}
function pass(milliseconds: number): void {
  const now = clock.now;
  clock.now = () => now() + milliseconds;
}

describe('the database is down', () => {
  it('refuses every valid caller with 503, calls no model, and recovers when the database is back', async () => {
    const known = [await newKey(), await newSession()];
    await remember(...known);
    const callers = [...known, await newKey()];
    const { length } = service.upstream.requests;
    await server.kill9();
    for (const caller of callers) {
      expect(await chat(caller)).toMatchObject(REFUSED);
      expect(await call(chatRoute, caller, { ...BODY, stream: true })).toMatchObject(REFUSED);
      expect(await call(balanceRoute, caller)).toMatchObject(REFUSED);
      expect(await call(keysRoute, caller)).toMatchObject(REFUSED);
    }
    expect((await Promise.all(callers.map((caller) => call(modelsRoute, caller)))).map(({ status }) => status)).toEqual(
      [200, 200, 503],
    );
    accountCaches().accounts.clear();
    expect(await chat(await newSession())).toMatchObject(REFUSED);
    expect(await chat({ authorization: 'Bearer nonsense' })).toMatchObject({ status: 401 });
    expect([await call(readyRoute), await call(liveRoute)]).toMatchObject([REFUSED, { status: 200 }]);
    expect(service.upstream.requests).toHaveLength(length);
    expect(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([
      'the database is unavailable: requests get 503',
    ]);

    await server.restart();
    for (const caller of callers) expect(await chat(caller)).toMatchObject({ status: 200 });
    expect([await call(readyRoute), await call(keysRoute, callers[0])]).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    expect(service.upstream.requests).toHaveLength(length + callers.length);
    lines = [];
    pass(5_000);
    await call(readyRoute);
    await call(readyRoute);
    expect(lines.map(({ msg }) => msg)).toEqual(['the database is available again']);
  });

  it('never reports success for a commit that was not confirmed', async () => {
    await database().query('create table kept (id text)');
    const cut = database().transaction(async (tx) => {
      await tx.query("insert into kept values ('x')");
      await server.kill9();
    });
    const thrown: unknown = await cut.catch((error: unknown) => error);
    await server.restart();
    expect(findNotReady(thrown)).toBeDefined();
    expect(await database().query('select id from kept')).toEqual([]);
  });
});

describe('all connections are busy', () => {
  const busy = (seconds: number) =>
    Array.from({ length: 10 }, () =>
      database().transaction((tx) => tx.query(`select pg_sleep(${seconds})`), { timeoutMs: 20_000 }),
    );

  it('paid requests continue, others get 503 after their wait', async () => {
    const caller = await newKey();
    // Longer than other requests wait, which is five seconds.
    const reports = busy(6.5);
    const other = call(keysRoute, caller);
    const paid = await Promise.all([chat(caller), call(balanceRoute, caller), call(readyRoute)]);
    for (const answer of paid) expect(answer.status).toBe(200);
    expect(Math.max(...paid.map(({ tookMs }) => tookMs))).toBeLessThan(4_000);
    expect(await other).toMatchObject(REFUSED);
    expect(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([
      'the database is overloaded: a request gets 503',
    ]);
    await Promise.all(reports);
    expect(await call(keysRoute, caller)).toMatchObject({ status: 200 });
  });
});

describe('a statement takes too long', () => {
  const slow = (seconds: number) => database().query('select pg_sleep($1)', [seconds]);

  it('is canceled by the server and affects nothing else', async () => {
    const thrown: unknown = await slow(30).catch((error: unknown) => error);
    expect(findNotReady(thrown)).toMatchObject({ status: 503, options: { retryAfterSeconds: 5 } });
    expect(sqlState(thrown)).toBe('57014');
    expect(lines).toMatchObject([{ level: 40, msg: 'a statement took too long', statement: 'select pg_sleep($1)' }]);
    expect(await database().query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('may take as long as its transaction’s limit, longer or shorter', async () => {
    const within = (timeoutMs: number, seconds: number) =>
      database().transaction((tx) => tx.query('select pg_sleep($1)', [seconds]), { timeoutMs });
    const [longer, shorter] = await Promise.allSettled([within(20_000, 5.5), within(200, 5.5)]);
    expect([longer.status, shorter.status]).toEqual(['fulfilled', 'rejected']);
    expect(await database().query('show statement_timeout')).toEqual([{ statement_timeout: '4s' }]);
  });
});

describe('the server hangs', () => {
  afterEach(() => server.thaw());

  it('refuses within seconds, then immediately, and recovers when the server answers again', async () => {
    const callers = [await newKey(), await newSession()];
    await remember(...callers);
    callers.push(await newKey());
    const { length } = service.upstream.requests;
    server.freeze();
    const transaction = database().transaction((tx) => tx.query('select 1'));
    const cut = transaction.catch((error: unknown) => error);
    const all = () => callers.flatMap((caller) => [chat(caller), call(balanceRoute, caller), call(keysRoute, caller)]);
    for (const answer of await Promise.all([...all(), ...all(), call(readyRoute)])) {
      expect(answer).toMatchObject(REFUSED);
      expect(answer.tookMs).toBeLessThan(11_000);
    }
    for (const answer of await Promise.all([...all(), call(readyRoute)])) {
      expect(answer).toMatchObject(REFUSED);
      expect(answer.tookMs).toBeLessThan(1_000);
    }
    expect(findNotReady(await Promise.race([cut, sleep(500)]))).toBeDefined();
    expect(service.upstream.requests).toHaveLength(length);

    server.thaw();
    await ready();
    for (const answer of await Promise.all(all())) expect(answer.status).toBe(200);
    await expectWholePools();
    expect(lines.filter(({ level }) => level >= 50)).toHaveLength(1);
  });

  it('acknowledges no write that was cut off, and applies it once when it is repeated', async () => {
    const order = { id: newId(), accountId: account.id, keyId: null, ttlSeconds: 60 };
    const holds = () => hold({ ...order, maximumNano: 300_000_000n, minimumNano: 1n });
    const gift = { entryId: newId(), accountId: account.id, currency: 'USD', kind: 'GRANT', amountNano: 5n } as const;
    server.freeze();
    const cut = await Promise.allSettled([holds(), credit(gift)]);
    server.thaw();
    for (const one of cut) expect(one.status === 'rejected' && findNotReady(one.reason)).toBeTruthy();
    await ready();
    expect((await holds()).heldNano).toBe(300_000_000n);
    expect((await credit(gift)).balanceAfterNano).toBe(1_000_000_005n);
    const [sums] = await database().query(
      `select (select sum(held_nano) from ledger_hold where account_id = $1)::int8 as held,
              (select sum(amount_nano) from ledger_entry where account_id = $1)::int8 as posted`,
      [account.id],
    );
    expect(sums).toEqual({ held: 300_000_000n, posted: 1_000_000_005n });
  });

  async function ready(): Promise<void> {
    for (let waits = 0; (await call(readyRoute)).status !== 200; waits += 1) {
      expect(waits).toBeLessThan(60);
      await sleep(100);
    }
  }

  /** Each statement gets its own result outside of any old transaction, and no connection is leaked. */
  async function expectWholePools(): Promise<void> {
    const numbers = Array.from({ length: 60 }, (_, n) => n);
    for (const lane of [database(), database().money]) {
      const asked = numbers.map((n) => lane.query('select $1::int4 as n, txid_current() as transaction', [n]));
      const rows = (await Promise.all(asked)).flat();
      expect(rows.map(({ n }) => n)).toEqual(numbers);
      expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(numbers.length);
    }
    const open = "select count(*)::int4 as n from pg_stat_activity where application_name = 'farebox'";
    expect((await database().query<{ n: number }>(open))[0]?.n).toBeLessThanOrEqual(15);
  }
});
