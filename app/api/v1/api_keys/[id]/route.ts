import { endpoint } from '@/lib/http/endpoint';
import { FoundKey } from '@/lib/keys/contract';
import { keyInPath } from '@/lib/keys/described';
import { findKey } from '@/lib/keys/find';

export const GET = endpoint({
  auth: 'admin',
  describe: { summary: 'Retrieve a key', detail: 'One key of the account.', answer: FoundKey, params: keyInPath },
  run: ({ params }, context) => findKey(params.id ?? '', context),
});
