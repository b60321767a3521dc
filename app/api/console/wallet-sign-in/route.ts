import { endpoint } from '@/lib/http/endpoint';
import { MessageBody } from '@/lib/x402/contract';
import { signInMessage } from '@/lib/x402/console/sign-in';

export const POST = endpoint({ auth: 'visitor', body: MessageBody, run: ({ body }) => signInMessage(body) });
