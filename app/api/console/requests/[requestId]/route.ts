import { readTicket } from '@/lib/billing/ticket';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => readTicket(params.requestId ?? '', context),
});
