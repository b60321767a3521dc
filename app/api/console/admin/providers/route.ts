import { AddProvider } from '@/lib/connected/contract';
import { addProvider } from '@/lib/connected/verbs/providers';
import { viewProviders } from '@/lib/connected/view';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', run: viewProviders });

export const POST = endpoint({
  auth: 'owner',
  body: AddProvider,
  run: ({ body }, { caller }) => addProvider(body, caller.account.id),
});
