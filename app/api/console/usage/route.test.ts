import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import type { UsageRequestPage, UsageSums } from '@/lib/billing/contract';
import { insertTestUsage, testLine } from '@/lib/billing/test-usage';
import { limitExports } from '@/lib/billing/requests/limit-exports';
import { newId } from '@/lib/core/ids';
import { MINUTE_MS } from '@/lib/core/time';
import { noteFailedRequest } from '@/lib/failures/note-failed-request';
import { webDispatch } from '@/lib/http/test-dispatch';
import { clock } from '@/lib/platform/clock';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import * as usageRequests from './requests/route';
import * as usage from './route';

const PATH = '/api/console/usage';
const dispatch = webDispatch({ [PATH]: usage, [`${PATH}/requests`]: usageRequests });
const DAY = '2026-11-20';
const AT_MS = Date.parse(`${DAY}T10:00:00Z`);
const RANGE = `start=2026-11-19&end=${DAY}`;
const realNow = clock.now;

let db: Database;
let ada: TestAccount;
let key: { id: string; secret: string };
const cookies = { ada: '', grace: '' };

beforeAll(async () => {
  db = await openTestDatabase();
  ada = await makeTestAccount('ada@example.com');
  key = await makeTestKey(ada.id, { description: 'worker' });
  cookies.ada = await makeTestCookie(ada);
  const grace = await makeTestAccount('grace@example.com');
  cookies.grace = await makeTestCookie(grace);
  for (let n = 0; n < 7; n += 1) {
    await insertTestUsage({
      accountId: ada.id,
      requestId: `000000000000000${n}-SVC`,
      keyId: n % 2 === 0 ? key.id : null,
      modelId: n === 3 ? 'other-model' : 'demo-text-s',
      currency: n === 5 ? 'DIEM' : 'USD',
      ending: n === 6 ? 'upstream_failed' : 'completed',
      lines: [testLine('input', 10, 1_000n), testLine('output', 2, 412_000n)],
      // Including two in the same microsecond.
      atMicros: BigInt(AT_MS) * 1_000n + BigInt(n === 2 ? 1 : n),
    });
  }
  await insertTestUsage({
    accountId: grace.id,
    requestId: '9999999999999999-SVC',
    lines: [testLine('output', 1, 5n)],
    atMicros: BigInt(AT_MS) * 1_000n,
  });
  clock.now = () => AT_MS;
  for (const accountId of [ada.id, grace.id, null]) {
    noteFailedRequest({
      requestId: accountId === ada.id ? 'aaaaaaaaaaaaaaaa-SVC' : 'bbbbbbbbbbbbbbbb-SVC',
      accountId,
      keyId: accountId === ada.id ? key.id : null,
      modelId: null,
      route: '/api/v1/chat/completions',
      status: 503,
      code: 'MODEL_OFFLINE',
      message: '=cmd() is offline',
      cause: 'S3CRET cause',
      durationMs: 4,
    });
  }
  clock.now = realNow;
});
afterAll(async () => {
  clock.now = realNow;
  await db.close();
});

function call(path: string, who: keyof typeof cookies | null = 'ada', headers = {}): Promise<Response> {
  return dispatch(
    new Request(`http://localhost:3000${PATH}${path}`, {
      headers: { host: 'localhost:3000', ...(who && { cookie: cookies[who] }), ...headers },
    }),
  );
}
async function pageOf(query: string, who: keyof typeof cookies = 'ada'): Promise<UsageRequestPage> {
  const response = await call(`/requests?${RANGE}${query}`, who);
  expect(response.status).toBe(200);
  return (await response.json()) as UsageRequestPage;
}
const idsOf = ({ data }: UsageRequestPage) => data.map(({ requestId }) => requestId.replace(/^0+(?=\d-)|-SVC$/g, ''));
const ALL = ['6', '5', '4', '3', '2', '1', 'aaaaaaaaaaaaaaaa', '0'];

async function walk(query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages += 1) {
    expect(pages).toBeLessThan(20);
    const page: UsageRequestPage = await pageOf(`${query}${cursor && `&cursor=${cursor}`}`);
    ids.push(...idsOf(page));
    cursor = page.nextCursor;
  }
  return ids;
}

describe('200: the sums', () => {
  it('returns exact amounts by day, model, key and currency, and failures separately', async () => {
    const response = await call(`?${RANGE}`);
    const sums = (await response.json()) as UsageSums;
    const row = { day: DAY, modelId: 'demo-text-s', currency: 'USD', interrupted: 0 };
    expect(sums).toEqual({
      days: { start: '2026-11-19', end: DAY },
      rows: expect.arrayContaining([
        { ...row, keyId: key.id, requests: 4, interrupted: 1, inputTokens: 40, outputTokens: 8, charged: '0.001652' },
        { ...row, keyId: null, requests: 1, inputTokens: 10, outputTokens: 2, charged: '0.000413' },
        {
          ...row,
          modelId: 'other-model',
          keyId: null,
          requests: 1,
          inputTokens: 10,
          outputTokens: 2,
          charged: '0.000413',
        },
        { ...row, currency: 'DIEM', keyId: null, requests: 1, inputTokens: 10, outputTokens: 2, charged: '0.000413' },
      ]),
      failures: [{ day: DAY, modelId: null, keyId: key.id, requests: 1 }],
      keys: [{ id: key.id, description: 'worker', last6Chars: key.secret.slice(-6), gone: false }],
      folded: 0,
    });
    expect(sums.rows).toHaveLength(4);
  });

  it('is empty for days without usage, and says which key was revoked', async () => {
    const empty = (await (await call('?start=2026-10-01&end=2026-10-01')).json()) as UsageSums;
    expect(empty).toMatchObject({ rows: [], failures: [], keys: [] });
    await database().query('update api_key set revoked_at = now() where id = $1', [key.id]);
    const sums = (await (await call(`?${RANGE}`)).json()) as UsageSums;
    expect(sums.keys).toMatchObject([{ id: key.id, gone: true }]);
  });
});

describe('200: the requests', () => {
  it('lists paid and failed requests, newest first', async () => {
    const page = await pageOf('');
    expect(idsOf(page)).toEqual(ALL);
    expect(page.nextCursor).toBeNull();
    expect(page.data.find(({ requestId }) => requestId.startsWith('a'))).toEqual({
      requestId: 'aaaaaaaaaaaaaaaa-SVC',
      at: `${DAY}T10:00:00.000Z`,
      modelId: null,
      keyId: key.id,
      keyName: 'worker',
      type: null,
      route: '/api/v1/chat/completions',
      inputTokens: null,
      outputTokens: null,
      units: null,
      currency: null,
      charged: '0',
      status: 503,
      ending: null,
      code: 'MODEL_OFFLINE',
      message: '=cmd() is offline',
      firstTokenMs: null,
      durationMs: 4,
      estimated: false,
    });
    expect(page.data[0]).toMatchObject({
      ending: 'upstream_failed',
      charged: '0.000413',
      inputTokens: 10,
      status: 200,
    });
    // What the owner sees must not be shown to the caller.
    expect(JSON.stringify(page)).not.toContain('S3CRET');
  });

  it.each([1, 2, 3, 7, 8, 200])('neither loses nor repeats any in pages of %d', async (pageSize) => {
    expect(await walk(`&pageSize=${pageSize}`)).toEqual(ALL);
  });

  it.each([
    ['&model=other-model', ['3']],
    ['&model=unknown', []],
    ['&key=web', ['5', '3', '1']],
    ['&status=failed', ['6', 'aaaaaaaaaaaaaaaa']],
    ['&status=ok', ['5', '4', '3', '2', '1', '0']],
    ['&currency=DIEM', ['5']],
    ['&currency=USD&status=failed', ['6']],
  ])('filters by %s, in pages of one as well', async (query, ids) => {
    expect(idsOf(await pageOf(query))).toEqual(ids);
    expect(await walk(`${query}&pageSize=1`)).toEqual(ids);
  });

  it('shows an account nothing of another one', async () => {
    expect(idsOf(await pageOf('', 'grace'))).toEqual(['bbbbbbbbbbbbbbbb', '9999999999999999']);
    expect(idsOf(await pageOf(`&key=${key.id}`, 'grace'))).toEqual([]);
    const { nextCursor } = await pageOf('&pageSize=1');
    const theirs = await pageOf(`&cursor=${nextCursor}`, 'grace');
    expect(idsOf(theirs)).toEqual(['bbbbbbbbbbbbbbbb', '9999999999999999']);
  });
});

describe('200: the file', () => {
  const csv = async (query: string) => {
    const response = await call(`/requests?${RANGE}${query}`, 'ada', { accept: 'text/csv' });
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    return { response, head, lines };
  };

  it('has exactly the rows of the table, and no formulas', async () => {
    const { response, head, lines } = await csv('&pageSize=2');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=usage-2026-11-19-${DAY}.csv`);
    expect(head).toMatch(/^time,requestId,model,key,/);
    const { data } = await pageOf('');
    expect(lines.map((line) => line.split(',')[1])).toEqual(data.map(({ requestId }) => requestId));
    expect(lines[6]).toContain(`MODEL_OFFLINE,'=cmd() is offline,`);
    expect(lines[0]).toContain(',0.000413,USD,200,upstream_failed,');
  });

  it('has its filters in its name', async () => {
    const { response, lines } = await csv('&key=web&model=demo-text-s&status=ok');
    expect(response.headers.get('content-disposition')).toContain(`usage-2026-11-19-${DAY}-demo-text-s-web-ok.csv`);
    expect(lines).toHaveLength(2);
  });

  it('is limited to one at a time per account, until it is read, canceled, or stalled', async () => {
    const lines = async (response: Response) => (await response.text()).split('\r\n').length;
    const accountId = newId();
    let rows = 0;
    async function* pages() {
      for (; rows < 3; rows += 1) yield rows;
    }
    const first = limitExports(ada.id, pages());
    await first.next();
    const beside = await call(`/requests?${RANGE}`, 'ada', { accept: 'text/csv' });
    expect([beside.status, beside.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await beside.text()).toContain('Another export of this account is running.');
    expect((await call(`/requests?${RANGE}`, 'grace', { accept: 'text/csv' })).status).toBe(200);
    expect((await call(`/requests?${RANGE}`)).status).toBe(200);
    await first.return(undefined);
    const after = await call(`/requests?${RANGE}`, 'ada', { accept: 'text/csv' });
    expect([after.status, await lines(after)]).toEqual([200, ALL.length + 2]);
    // Its reader stopped reading.
    await limitExports(accountId, pages()).next();
    clock.now = () => realNow() + MINUTE_MS;
    expect((await limitExports(accountId, pages()).next()).done).toBe(false);
    clock.now = realNow;
  });

  it('is limited to twenty per hour', async () => {
    const { id } = await makeTestAccount('often@example.com');
    for (let times = 0; times < 20; times += 1) await limitExports(id, none()).next();
    await expect(limitExports(id, none()).next()).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429 });
  });
});

async function* none(): AsyncGenerator<never> {}

describe('400', () => {
  it.each([
    ['', 'start'],
    ['?start=2026-11-20', 'end'],
    ['?start=2026-11-20&end=2026-11-19', 'end'],
    ['?start=2026-08-01&end=2026-11-19', 'end'],
    ['?start=2026-02-30&end=2026-03-01', 'start'],
    ['?start=9999-12-31&end=9999-12-31', 'end'],
    ['?start=0000-01-01&end=0000-01-01', 'start'],
    ['?start=2101-01-01&end=2101-01-01', 'start'],
    ['?start=1999-12-31&end=2000-01-01', 'start'],
    ['/requests?start=9999-12-31&end=9999-12-31', 'start'],
    ['/requests?start=0000-01-01&end=2026-11-20', 'start'],
    [`?${RANGE}&more=1`, ''],
    ['/requests?start=2026-11-20', 'end'],
    [`/requests?${RANGE}&key=mine`, 'key'],
    [`/requests?${RANGE}&status=bad`, 'status'],
    [`/requests?${RANGE}&model=a%00b`, 'model'],
    [`/requests?${RANGE}&pageSize=201`, 'pageSize'],
    [`/requests?${RANGE}&cursor=nonsense`, 'cursor'],
    [`/requests?${RANGE}&cursor=${Buffer.from(`${'9'.repeat(18)} `).toString('base64url')}`, 'cursor'],
    [`/requests?${RANGE}&cursor=`, 'cursor'],
  ])('for %s', async (path, field) => {
    const response = await call(path);
    const body = (await response.json()) as { details: Record<string, unknown> };
    expect(response.status).toBe(400);
    if (field) expect(Object.keys(body.details)).toContain(field);
  });

  it('names the first and the last allowed day', async () => {
    for (const [day, status] of Object.entries({ '2000-01-01': 200, '2100-12-31': 200, '1999-12-31': 400 })) {
      for (const path of ['', '/requests']) {
        const response = await call(`${path}?start=${day}&end=${day}`);
        expect([day, response.status]).toEqual([day, status]);
        if (status === 400) expect(await response.text()).toContain('Must be between 2000-01-01 and 2100-12-31');
      }
    }
  });

  it('accepts ninety days', async () => {
    expect((await call('?start=2026-08-23&end=2026-11-20')).status).toBe(200);
    expect((await call('?start=2026-08-22&end=2026-11-20')).status).toBe(400);
  });
});

describe('401', () => {
  it('without a session, also with a key of the account', async () => {
    for (const path of [`?${RANGE}`, `/requests?${RANGE}`]) {
      expect((await call(path, null)).status).toBe(401);
      expect((await call(path, null, { authorization: `Bearer ${key.secret}` })).status).toBe(401);
      expect((await call(path, 'ada', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    }
  });
});
