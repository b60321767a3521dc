import { endpoint } from '@/lib/http/endpoint';
import { CreateKey, RevokeKey, UpdateKey } from '@/lib/keys/contract';
import { createKey } from '@/lib/keys/create';
import { listKeys } from '@/lib/keys/list';
import { revokeKey } from '@/lib/keys/revoke';
import { updateKey } from '@/lib/keys/update';

export const GET = endpoint({ auth: 'admin', run: (_input, context) => listKeys(context) });

export const POST = endpoint({
  auth: 'admin',
  body: CreateKey,
  limit: () => ({ limitClass: 'create_key', modelId: 'endpoint:api/v1/api_keys' }),
  run: ({ body }, context) => createKey(body, context),
});

export const PATCH = endpoint({ auth: 'admin', body: UpdateKey, run: ({ body }, context) => updateKey(body, context) });

export const DELETE = endpoint({
  auth: 'admin',
  query: RevokeKey,
  body: RevokeKey,
  run: ({ query, body }, context) => revokeKey(query.id ?? body.id, context),
});
