import { retiredUsage } from '@/lib/billing/retired-usage';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'public',
  describe: { summary: 'Usage (retired)', detail: 'Use `GET /billing/usage-history`.', codes: ['GONE'] },
  run: (_input, context) => retiredUsage(context),
});
