import { endpoint } from '@/lib/http/endpoint';
import { FoundKey } from '@/lib/keys/contract';
import { findKey } from '@/lib/keys/find';

export const GET = endpoint({
  auth: 'admin',
  describe: { summary: 'One key of the account', answer: FoundKey },
  run: ({ params }, context) => findKey(params.id ?? '', context),
});
