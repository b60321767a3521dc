import { endpoint } from '@/lib/http/endpoint';
import { toppingUp } from '@/lib/x402/described';
import { answerTopUp } from '@/lib/x402/top-up/answer';

export const POST = endpoint({
  auth: 'payment',
  ...toppingUp,
  run: ({ query }, context) => answerTopUp(query, context),
});
