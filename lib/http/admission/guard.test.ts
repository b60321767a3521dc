import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../../accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '../../accounts/test-accounts';
import { ApiError, invalidRequest } from '../../core/errors';
import { listRefusals } from '../../limits/log/list-refusals';
import { clock } from '../../platform/clock';
import type { Database } from '../../platform/db';
import { settings } from '../../platform/env';
import { openTestDatabase } from '../../platform/testing/test-database';
import { setTransport } from '../server/transport';
import { endpoint } from '../endpoint';
import { testBody } from '../body/test-body';

let db: Database;
let account: Account;
let key: { secret: string; id: string };
let other: { secret: string; id: string };
const realNow = clock.now;
let aheadMs = 0;
let addresses = 0;
let address = '';

beforeAll(async () => {
  db = await openTestDatabase();
  settings().failedRequestGuard = true;
  clock.now = () => realNow() + aheadMs;
  account = await makeTestAccount('guard@example.com', 1_000_000_000n);
});
beforeEach(async () => {
  key = await makeTestKey(account.id, { type: 'INFERENCE' });
  other = await makeTestKey(account.id, { type: 'INFERENCE' });
  address = `192.0.2.${(addresses += 1)}`;
});
afterEach(() => {
  aheadMs = 0;
});
afterAll(async () => {
  clock.now = realNow;
  settings().failedRequestGuard = false;
  await db.close();
});

/** What the endpoint does, by name. */
const FAILURES: Record<string, () => object> = {
  ok: () => ({ fine: true }),
  '400': () => {
    throw new ApiError('INVALID_REQUEST', 'Wrong.');
  },
  '404': () => {
    throw new ApiError('MODEL_NOT_FOUND', 'No such model.');
  },
  noCredit: () => {
    throw new ApiError('INSUFFICIENT_BALANCE', 'No money.');
  },
  '429': () => {
    throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many.');
  },
  '500': () => {
    throw new ApiError('INFERENCE_FAILED', 'Failed.');
  },
  unsupported: () => {
    throw invalidRequest([{ code: 'custom', path: ['tools'], message: 'unsupported' }], 1, {
      guardBucket: 'unsupported_feature',
    });
  },
};
const run = () => FAILURES[nextResult]?.() ?? {};
let nextResult = 'ok';
const inference = endpoint({ auth: 'inference', run });
const admin = endpoint({ auth: 'admin', run });
const open = endpoint({ auth: 'optional', run });
const probe = endpoint({ auth: 'probe', run });

async function call(what: string, credential: string | null, route = inference, from = address): Promise<Response> {
  nextResult = what;
  const headers: Record<string, string> = credential === null ? {} : { authorization: `Bearer ${credential}` };
  const request = new Request('http://localhost/api/v1/thing', { headers });
  const signal = new AbortController().signal;
  setTransport(request, { client: { address: from, direct: false }, signal, body: testBody() });
  return route(request);
}
async function repeat(count: number, ...order: Parameters<typeof call>): Promise<number[]> {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1) statuses.push((await call(...order)).status);
  return statuses;
}

describe('more than 20 failures of a key in 30 seconds', () => {
  it.each(['400', '404', 'noCredit'])(
    '(%s) ban it for 30 seconds, reported in the guard’s own headers',
    async (what) => {
      expect(new Set(await repeat(21, what, key.secret))).not.toContain(429);
      const refused = await call('ok', key.secret);
      expect(refused.status).toBe(429);
      expect(await refused.json()).toEqual({
        error: expect.stringMatching(/too many failed attempts \(over 20\).*30s/i),
        code: 'RATE_LIMIT_EXCEEDED',
      });
      expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
      const resetsIn = Number(refused.headers.get('x-ratelimit-resets')) - clock.now() / 1_000;
      expect(resetsIn).toBeGreaterThan(20);
      expect(resetsIn).toBeLessThanOrEqual(31);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20);
      expect(refused.headers.get('x-ratelimit-type')).toBe('api_key');
      expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('600');
      expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0');
      expect(refused.headers.get('x-ratelimit-reset-requests')).toBe(refused.headers.get('x-ratelimit-resets'));
      expect((await call('ok', other.secret)).status).toBe(200);
      expect((await call('ok', key.secret, inference, '198.51.100.7')).status).toBe(429);
      aheadMs += 30_001;
      expect((await call('ok', key.secret)).status).toBe(200);
    },
  );

  it('are recorded in the account’s refusal log', async () => {
    await repeat(21, '400', key.secret);
    await repeat(2, 'ok', key.secret);
    const events = (await listRefusals(account.id)).filter(({ keyId }) => keyId === key.id);
    expect(events).toMatchObject([
      { modelId: 'endpoint:api/v1/thing', type: 'FAILED_REQUESTS', tier: 'standard' },
      { modelId: 'endpoint:api/v1/thing', type: 'FAILED_REQUESTS', tier: 'standard' },
    ]);
  });

  it('are counted for a key of the wrong type, too', async () => {
    expect(await repeat(21, 'ok', key.secret, admin)).toEqual(Array.from({ length: 21 }, () => 401));
    expect((await call('ok', key.secret)).status).toBe(429);
  });
});

describe('what does not count', () => {
  it.each(['429', '500', 'ok'])('%s', async (what) => {
    await repeat(40, what, key.secret);
    expect((await call('ok', key.secret)).status).toBe(200);
  });

  it('the 402 that explains how to authenticate', async () => {
    expect(await repeat(40, 'ok', null)).toEqual(Array.from({ length: 40 }, () => 402));
  });

  it('up to 200 requests for features that the model lacks; one more bans the key', async () => {
    await repeat(200, 'unsupported', key.secret);
    expect((await call('ok', key.secret)).status).toBe(200);
    await call('unsupported', key.secret);
    expect((await call('ok', key.secret)).status).toBe(429);
  });

  it('what a page looks up and does not find', async () => {
    const cookie = await makeTestCookie(account);
    nextResult = '404';
    const look = async (route: typeof open) => {
      const request = new Request('http://localhost:3000/api/v1/thing', {
        headers: { cookie, host: 'localhost:3000' },
      });
      const { signal } = new AbortController();
      setTransport(request, { client: { address, direct: false }, signal, body: testBody() });
      return (await route(request)).status;
    };
    for (let turn = 0; turn < 40; turn += 1) expect(await look(open)).toBe(404);
    expect(await look(inference)).toBe(404);
  });

  it('any failure while FAILED_REQUEST_GUARD is off', async () => {
    settings().failedRequestGuard = false;
    try {
      await repeat(40, '400', key.secret);
      expect((await call('ok', key.secret)).status).toBe(200);
    } finally {
      settings().failedRequestGuard = true;
    }
  });
});

describe('anonymous clients', () => {
  it('are counted by address; a ban affects neither keys from that address nor probes', async () => {
    expect(await repeat(21, '404', null, open)).toEqual(Array.from({ length: 21 }, () => 404));
    const refused = await call('ok', null, open);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('x-ratelimit-type')).toBe('global');
    expect(refused.headers.get('x-ratelimit-limit-requests')).toBeNull();
    expect(refused.headers.get('x-ratelimit-reset-requests')).toBe(refused.headers.get('x-ratelimit-resets'));
    expect((await call('ok', null, open, '198.51.100.9')).status).toBe(200);
    expect((await call('ok', key.secret, open)).status).toBe(200);
    expect((await call('ok', null, probe)).status).toBe(200);
  });

  it('with a wallet’s bad sign-in are counted by address, whatever keys they send beside it', async () => {
    nextResult = 'ok';
    const signIn = async (authorization: string, from = address) => {
      const headers = { 'sign-in-with-x': 'e30=', authorization };
      const request = new Request('http://localhost/api/v1/thing', { headers });
      const { signal } = new AbortController();
      setTransport(request, { client: { address: from, direct: false }, signal, body: testBody() });
      return (await inference(request)).status;
    };
    for (let turn = 0; turn < 21; turn += 1) expect(await signIn(`Bearer ${turn}`)).toBe(401);
    expect(await signIn('Bearer another')).toBe(429);
    expect(await signIn('Bearer another', '198.51.100.9')).toBe(401);
    // Without a sign-in, the key counts.
    expect((await call('ok', key.secret)).status).toBe(200);
  });

  it('with an invalid key are counted by address and key together', async () => {
    expect(await repeat(21, 'ok', 'nonsense')).toEqual(Array.from({ length: 21 }, () => 401));
    expect((await call('ok', 'nonsense')).status).toBe(429);
    expect((await call('ok', 'nonsense', inference, '198.51.100.9')).status).toBe(401);
    expect((await call('ok', 'other nonsense')).status).toBe(401);
    expect((await call('ok', key.secret)).status).toBe(200);
    expect((await call('ok', null, open)).status).toBe(200);
  });
});
