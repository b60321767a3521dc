import { endpoint } from '@/lib/http/endpoint';
import { consolePayment } from '@/lib/x402/console/overview';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => consolePayment(params.id ?? '', context),
});
