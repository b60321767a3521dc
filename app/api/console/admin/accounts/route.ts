import { listAccountPage } from '@/lib/admin/console/list-accounts';
import { AccountsQuery, InviteAccount } from '@/lib/admin/contract';
import { createAccount } from '@/lib/admin/create-account';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', query: AccountsQuery, run: ({ query }) => listAccountPage(query) });

export const POST = endpoint({ auth: 'owner', body: InviteAccount, run: ({ body }) => createAccount(body) });
