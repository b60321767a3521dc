import { AddModels } from '@/lib/connected/contract';
import { listUpstreamModels } from '@/lib/connected/upstream/list';
import { addModels } from '@/lib/connected/verbs/models';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'owner',
  run: ({ params }, { signal }) => listUpstreamModels(params.id ?? '', signal),
});

export const POST = endpoint({
  auth: 'owner',
  body: AddModels,
  run: ({ params, body }, { caller, signal }) => addModels(params.id ?? '', body, { actor: caller.account.id, signal }),
});
