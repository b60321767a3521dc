import { describeAccount } from '@/lib/accounts/sign-in/describe-account';
import { endpoint } from '@/lib/http/endpoint';
import { changeAccount } from '@/lib/profile/change-account';
import { ChangeAccount, DeleteAccount } from '@/lib/profile/contract';
import { deleteAccount } from '@/lib/profile/delete-account';

export const GET = endpoint({ auth: 'session', run: (_input, context) => describeAccount(context) });

export const PATCH = endpoint({
  auth: 'session',
  body: ChangeAccount,
  run: ({ body }, context) => changeAccount(body, context),
});

export const DELETE = endpoint({
  auth: 'session',
  body: DeleteAccount,
  run: ({ body }, context) => deleteAccount(body, context),
});
