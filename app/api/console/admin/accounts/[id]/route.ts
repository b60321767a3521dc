import { changeAccount } from '@/lib/admin/console/change-account';
import { findAccountDetail } from '@/lib/admin/console/find-account';
import { ChangeAccount } from '@/lib/admin/contract';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', run: ({ params }) => findAccountDetail(params.id ?? '') });

export const PATCH = endpoint({
  auth: 'owner',
  body: ChangeAccount,
  run: ({ params, body }, context) => changeAccount(params.id ?? '', body, context),
});
