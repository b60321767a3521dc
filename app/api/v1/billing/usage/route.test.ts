import { describe, expect, it } from 'vitest';
import { webDispatch } from '@/lib/http/test-dispatch';
import * as route from './route';

const ask = webDispatch({ '/api/v1/billing/usage': route });
const URL_OF_USAGE = 'http://localhost:3000/api/v1/billing/usage';

describe('410', () => {
  it.each([
    ['nobody', {}],
    ['a key', { authorization: 'Bearer SVC_ADMIN_KEY_whatever' }],
    ['half a credential', { authorization: 'Basic eDp5' }],
    ['a browser', { cookie: 'next-auth.session-token=x', host: 'localhost:3000' }],
  ])('to %s, with what to use instead', async (_who, headers) => {
    const response = await ask(new Request(`${URL_OF_USAGE}?page=0&limit=x`, { headers }));
    expect(response.status).toBe(410);
    expect(await response.json()).toEqual({ error: expect.stringContaining('usage-history'), code: 'GONE' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      deprecation: '@1783555200',
      sunset: 'Wed, 16 Sep 2026 00:00:00 GMT',
      link: '</api/v1/billing/usage-history>; rel="successor-version"',
    });
  });
});

describe('405', () => {
  it('for another method than GET', async () => {
    expect((await ask(new Request(URL_OF_USAGE, { method: 'POST' }))).status).toBe(405);
  });
});
