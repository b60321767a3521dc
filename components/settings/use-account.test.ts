import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { AccountView } from '@/lib/accounts/contract';
import { notePassword } from './use-account';

it('knows of a first password immediately, and reloads the account and its services', async () => {
  const client = new QueryClient();
  const account: Partial<AccountView> = { id: 'a', email: 'a@example.com', hasPassword: false };
  client.setQueryData(['account'], account);
  client.setQueryData(['account', 'identities'], { services: [] });
  client.setQueryData(['keys'], { data: [] });
  await notePassword(client);
  expect(client.getQueryData(['account'])).toEqual({ ...account, hasPassword: true });
  const asksAgain = (key: string[]) => client.getQueryState(key)?.isInvalidated;
  expect([asksAgain(['account']), asksAgain(['account', 'identities']), asksAgain(['keys'])]).toEqual([
    true,
    true,
    false,
  ]);
});
