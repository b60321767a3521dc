import { endpoint } from '@/lib/http/endpoint';
import { PutPreferences } from '@/lib/preferences/contract';
import { putPreferences } from '@/lib/preferences/put';
import { readPreferences } from '@/lib/preferences/read';

export const GET = endpoint({ auth: 'session', run: (_input, context) => readPreferences(context) });

export const PUT = endpoint({
  auth: 'session',
  body: PutPreferences,
  run: ({ body }, context) => putPreferences(body, context),
});
