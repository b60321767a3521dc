import { endpoint } from '@/lib/http/endpoint';
import { createKey } from '@/lib/keys/create';
import { creating, listing, revoking, updating } from '@/lib/keys/described';
import { listKeys } from '@/lib/keys/list';
import { revokeKey } from '@/lib/keys/revoke';
import { updateKey } from '@/lib/keys/update';

export const GET = endpoint({ auth: 'admin', ...listing, run: (_input, context) => listKeys(context) });

export const POST = endpoint({
  auth: 'admin',
  ...creating,
  limit: () => ({ limitClass: 'create_key', modelId: 'endpoint:api/v1/api_keys' }),
  run: ({ body }, context) => createKey(body, context),
});

export const PATCH = endpoint({ auth: 'admin', ...updating, run: ({ body }, context) => updateKey(body, context) });

export const DELETE = endpoint({
  auth: 'admin',
  ...revoking,
  run: ({ query, body }, context) => revokeKey(query.id ?? body.id, context),
});
