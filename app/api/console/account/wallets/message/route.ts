import { endpoint } from '@/lib/http/endpoint';
import { linkMessage } from '@/lib/profile/wallets/message';
import { MessageBody } from '@/lib/x402/contract';

export const POST = endpoint({
  auth: 'session',
  body: MessageBody,
  run: ({ body }, context) => linkMessage(body, context),
});
