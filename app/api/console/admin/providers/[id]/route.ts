import { ChangeProvider } from '@/lib/connected/contract';
import { changeProvider, removeProvider } from '@/lib/connected/verbs/providers';
import { endpoint } from '@/lib/http/endpoint';

export const PATCH = endpoint({
  auth: 'owner',
  body: ChangeProvider,
  run: ({ params, body }, { caller }) => changeProvider(params.id ?? '', body, caller.account.id),
});

export const DELETE = endpoint({
  auth: 'owner',
  run: ({ params }, { caller }) => removeProvider(params.id ?? '', caller.account.id),
});
