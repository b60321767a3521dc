import { setStakeOf } from '@/lib/admin/console/account-verbs';
import { SetStake } from '@/lib/admin/contract';
import { endpoint } from '@/lib/http/endpoint';

export const PUT = endpoint({
  auth: 'owner',
  body: SetStake,
  run: ({ params, body }) => setStakeOf(params.id ?? '', body),
});
