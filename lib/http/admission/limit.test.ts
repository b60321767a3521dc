import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Account } from '../../accounts/caller';
import { forgetAccount } from '../../accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey } from '../../accounts/test-accounts';
import { ApiError } from '../../core/errors';
import { admit } from '../../limits/admit';
import { API_CLASS, installLimitOverrides } from '../../limits/class-limits';
import { listRefusals } from '../../limits/log/list-refusals';
import { clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { endpoint } from '../endpoint';

/** In the middle of a minute, so that none ends during a test. */
const NOW_MS = Date.parse('2026-11-20T10:00:20Z');
const WINDOW_ENDS = String(Date.parse('2026-11-20T10:01:00Z') / 1_000);
const realNow = clock.now;

let db: Database;
let account: Account;
let secret = '';
let accounts = 0;
beforeAll(async () => {
  db = await openTestDatabase();
  clock.now = () => NOW_MS;
});
beforeEach(async () => {
  account = await makeTestAccount(`limit${(accounts += 1)}@example.com`, 1_000_000_000n);
  ({ secret } = await makeTestKey(account.id));
});
afterAll(async () => {
  clock.now = realNow;
  await db.close();
});

const list = endpoint({ auth: 'any_key', run: () => ({ object: 'list' }) });
const open = endpoint({ auth: 'optional', run: () => ({ object: 'list' }) });
const console = endpoint({ auth: 'session', run: () => ({ fine: true }) });
const failing = endpoint({
  auth: 'any_key',
  run: () => {
    throw new ApiError('UNKNOWN_ERROR', 'Failed.');
  },
});
/** A route with limits of its own, whose class is known only once the model is. */
const model = endpoint({
  auth: 'inference',
  body: z.object({ model: z.string() }),
  limit: ({ body }) => {
    if (body.model !== 'known') throw new ApiError('MODEL_NOT_FOUND', 'No such model.');
    return { limitClass: 'text_S', modelId: 'known', tokens: 10 };
  },
  run: () => ({ fine: true }),
});

type Route = typeof list;
const call = (route: Route, key: string | null = secret, body?: unknown) =>
  route(
    new Request('http://localhost:3000/api/v1/thing', {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(key && { authorization: `Bearer ${key}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );

const limitsOf = ({ headers }: Response) =>
  ['limit-requests', 'remaining-requests', 'reset-requests', 'limit-tokens', 'type'].map((name) =>
    headers.get(`x-ratelimit-${name}`),
  );
const api = (remaining: number, limit = 600) => [String(limit), String(remaining), WINDOW_ENDS, null, 'user'];

describe('the class of requests that have no other', () => {
  it('counts all such routes of an account together, whatever key it uses', async () => {
    expect(limitsOf(await call(list))).toEqual(api(599));
    expect(limitsOf(await call(open))).toEqual(api(598));
    expect(limitsOf(await call(list, (await makeTestKey(account.id)).secret))).toEqual(api(597));
    expect(limitsOf(await call(open, null))).toEqual([null, null, null, null, null]);
  });

  it('counts failures, before and within a run', async () => {
    expect(limitsOf(await call(failing))).toEqual(api(599));
    expect(limitsOf(await call(model, secret, { model: 'unknown' }))).toEqual(api(598));
    expect(limitsOf(await call(model, secret, {}))).toEqual(api(597));
    const { secret: inference } = await makeTestKey(account.id, { type: 'INFERENCE' });
    expect(limitsOf(await call(endpoint({ auth: 'admin', run: () => ({}) }), inference))).toEqual(api(596));
  });

  it('does not count requests that have a class', async () => {
    const response = await call(model, secret, { model: 'known' });
    expect(limitsOf(response)).toEqual(['75', '74', WINDOW_ENDS, '750000', 'user']);
    expect(limitsOf(await call(list))).toEqual(api(599));
  });

  it('refuses the 601st request of a minute, records it, and still reports failures as they are', async () => {
    for (let count = 0; count < 600; count += 1) await admit(API_CLASS, account);
    const refused = await call(list);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(limitsOf(refused)).toEqual(api(0));
    expect(await refused.json()).toEqual({
      error: 'Rate limit exceeded: endpoints without their own limit share 600 requests per minute. Try again in 40 s.',
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(await listRefusals(account.id)).toMatchObject([{ modelId: 'endpoint:api/v1/thing', type: 'RPM' }]);
    const unknown = await call(model, secret, { model: 'unknown' });
    expect([unknown.status, limitsOf(unknown)]).toEqual([404, api(0)]);
    expect((await call(model, secret, { model: 'known' })).status).toBe(200);
    expect(await listRefusals(account.id)).toHaveLength(1);
  });

  it('has twice the limit for partners, and the operator’s own', async () => {
    await db.query("update account set tier = 'partner' where id = $1", [account.id]);
    forgetAccount(account.id);
    expect(limitsOf(await call(list))).toEqual(api(1_199, 1_200));
    const own = new Map([['partner', new Map([['api', { requestsPerMinute: 7 }]])]]);
    installLimitOverrides({ tiers: own, accounts: new Map() });
    expect(limitsOf(await call(list))).toEqual(api(5, 7));
    installLimitOverrides({ tiers: new Map(), accounts: new Map() });
  });

  it('leaves out the console’s own routes', async () => {
    const cookie = await makeTestCookie(account);
    const ask = (route: Route) =>
      route(new Request('http://localhost:3000/api/console/thing', { headers: { cookie, host: 'localhost:3000' } }));
    expect(limitsOf(await ask(console))).toEqual([null, null, null, null, null]);
    expect(limitsOf(await ask(list))).toEqual(api(599));
  });
});
