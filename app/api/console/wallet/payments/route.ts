import { endpoint } from '@/lib/http/endpoint';
import { payForAccount } from '@/lib/x402/console/pay';
import { PayBody } from '@/lib/x402/contract';

export const POST = endpoint({
  auth: 'session',
  body: PayBody,
  run: ({ body }, context) => payForAccount(body, context),
});
