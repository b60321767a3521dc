import { ChangeModel } from '@/lib/connected/contract';
import { changeModel, removeModel } from '@/lib/connected/verbs/models';
import { endpoint } from '@/lib/http/endpoint';

export const PATCH = endpoint({
  auth: 'owner',
  body: ChangeModel,
  run: ({ params, body }, { caller }) => changeModel(params.id ?? '', body, caller.account.id),
});

export const DELETE = endpoint({
  auth: 'owner',
  run: ({ params }, { caller }) => removeModel(params.id ?? '', caller.account.id),
});
