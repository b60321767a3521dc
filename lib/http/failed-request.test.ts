import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey } from '../accounts/test-accounts';
import { ApiError } from '../core/errors';
import { flushFailedRequests } from '../failures/failure-buffer';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { endpoint } from './endpoint';
import { webDispatch } from './test-dispatch';

/** What the next request does. */
let run: () => object = () => ({});
const thing = { GET: endpoint({ auth: 'any_key', run: () => run() }) };
const answers = { GET: endpoint({ auth: 'inference', run: () => run() }) };
const open = { GET: endpoint({ auth: 'public', run: () => run() }) };
const ownThing = { GET: endpoint({ auth: 'session', run: () => run() }) };
const dispatch = webDispatch({
  '/api/v1/things/[id]': thing,
  '/api/v1/answers': answers,
  '/api/v1/open': open,
  '/api/console/things': ownThing,
});

let db: Database;
let cookie = '';
let key: { id: string; secret: string };
let accountId = '';
beforeAll(async () => {
  db = await openTestDatabase();
  const account = await makeTestAccount('ada@example.com');
  accountId = account.id;
  cookie = await makeTestCookie(account);
  key = await makeTestKey(account.id);
});
afterAll(() => db.close());

/** Runs one request that fails with `thrown`. @returns its request id and the recorded rows */
async function noted(thrown: unknown, path = '/api/v1/things/7', headers: Record<string, string> = {}) {
  run = () => {
    throw thrown;
  };
  await database().query('delete from failed_request');
  const response = await dispatch(
    new Request(`http://localhost:3000${path}`, { headers: { host: 'localhost:3000', ...headers } }),
  );
  await flushFailedRequests();
  const rows = await database().query('select * from failed_request');
  return { ray: response.headers.get('cf-ray'), rows };
}
const withKey = () => ({ authorization: `Bearer ${key.secret}` });
const offline = new ApiError('MODEL_OFFLINE', 'Gone.', {
  cause: new Error('upstream a answered 401', { cause: new Error('bad\nparams: S3CRET') }),
});

it('records the account, key, route, and error message for a caller with an account', async () => {
  const { rows, ray } = await noted(new ApiError('MODEL_NOT_FOUND', 'No model x.'), '/api/v1/things/7', withKey());
  expect(rows).toMatchObject([
    {
      request_id: ray,
      account_id: accountId,
      key_id: key.id,
      model_id: null,
      route: '/api/v1/things/[id]',
      status: 404,
      code: 'MODEL_NOT_FOUND',
      message: 'No model x.',
      cause: null,
    },
  ]);
  const browser = await noted(new ApiError('CONFLICT', 'No.'), '/api/v1/answers', { cookie });
  expect(browser.rows).toMatchObject([{ account_id: accountId, key_id: null, status: 409 }]);
});

it('stores no part of the request if the error text quotes it', async () => {
  const quotes = new ApiError('INVALID_REQUEST', 'No JSON: S3CRET', { noted: 'No JSON' });
  const { rows } = await noted(quotes, '/api/v1/things/7', withKey());
  expect(rows).toMatchObject([{ status: 400, message: 'No JSON' }]);
});

it('stores the cause of our own failures, without secrets', async () => {
  const { rows } = await noted(offline, '/api/v1/things/7', withKey());
  expect(rows).toMatchObject([
    { status: 503, message: 'Gone.', cause: expect.stringContaining('upstream a answered') },
  ]);
  expect(JSON.stringify(rows)).not.toContain('S3CRET');
  const bug = await noted(new TypeError('x is undefined'), '/api/v1/things/7', withKey());
  expect(bug.rows).toMatchObject([
    { status: 500, code: 'UNKNOWN_ERROR', message: 'Something failed on our side.', cause: 'x is undefined' },
  ]);
});

it('records only our own failures for anonymous clients', async () => {
  expect((await noted(offline, '/api/v1/open')).rows).toMatchObject([{ account_id: null, status: 503 }]);
  expect((await noted(new ApiError('NOT_FOUND', 'No.'), '/api/v1/open')).rows).toEqual([]);
  expect((await noted(null)).rows).toEqual([]);
  expect((await noted(null, '/api/v1/things/7', { authorization: 'Bearer nonsense' })).rows).toEqual([]);
});

it('records what pages read only if it failed on our side, and for no account', async () => {
  const missing = new ApiError('MODEL_NOT_FOUND', 'No model nope.');
  expect((await noted(missing, '/api/v1/things/nope', { cookie })).rows).toEqual([]);
  expect((await noted(offline, '/api/v1/things/7', { cookie })).rows).toMatchObject([
    { account_id: null, status: 503, message: 'Gone.' },
  ]);
});

it('does not record rate limit refusals, console requests, or successes', async () => {
  const limited = new ApiError('RATE_LIMIT_EXCEEDED', 'Slow.');
  expect((await noted(limited, '/api/v1/things/7', withKey())).rows).toEqual([]);
  const overloaded = new ApiError('MODEL_OVERLOADED', 'Busy.');
  expect((await noted(overloaded, '/api/v1/things/7', withKey())).rows).toHaveLength(1);
  expect((await noted(offline, '/api/console/things', { cookie })).rows).toEqual([]);
  await database().query('delete from failed_request');
  run = () => ({ ok: true });
  await dispatch(new Request('http://localhost:3000/api/v1/things/7', { headers: withKey() }));
  await flushFailedRequests();
  expect(await database().query('select 1 from failed_request')).toEqual([]);
});
