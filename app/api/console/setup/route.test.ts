import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount } from '@/lib/accounts/test-accounts';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

const setup = async () =>
  (await GET(new Request('http://localhost:3000/api/console/setup', { headers: { host: 'localhost:3000' } }))).json();

describe('200', () => {
  it('returns the sign-up rules to anonymous clients, before and after the first account', async () => {
    expect(await setup()).toEqual({
      needsOwner: true,
      needsSetupCode: false,
      signUp: 'open',
      services: [],
      wallets: [],
    });
    await makeTestAccount('ada@example.com');
    expect(await setup()).toEqual({
      needsOwner: false,
      needsSetupCode: false,
      signUp: 'open',
      services: [],
      wallets: [],
    });
  });
});
