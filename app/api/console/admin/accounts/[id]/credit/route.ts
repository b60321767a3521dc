import { grantCreditTo } from '@/lib/admin/console/account-verbs';
import { GrantCredit } from '@/lib/admin/contract';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({
  auth: 'owner',
  body: GrantCredit,
  run: ({ params, body }) => grantCreditTo(params.id ?? '', body),
});
