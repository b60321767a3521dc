import { endpoint } from '@/lib/http/endpoint';
import { RateLimitLog } from '@/lib/keys/contract';
import { listRefusedRequests } from '@/lib/keys/rate-limits/list-refusals';

export const GET = endpoint({
  auth: 'admin',
  describe: { summary: 'List refusals', detail: 'The last 50 requests that a limit refused.', answer: RateLimitLog },
  run: (_input, context) => listRefusedRequests(context),
});
