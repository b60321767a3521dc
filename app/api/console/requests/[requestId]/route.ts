import { readReceipt } from '@/lib/billing/receipt';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => readReceipt(params.requestId ?? '', context),
});
