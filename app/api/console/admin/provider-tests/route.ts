import { TryProvider } from '@/lib/connected/contract';
import { tryProvider } from '@/lib/connected/upstream/try-provider';
import { endpoint } from '@/lib/http/endpoint';

export const POST = endpoint({
  auth: 'owner',
  body: TryProvider,
  run: ({ body }, { signal }) => tryProvider(body, signal),
});
