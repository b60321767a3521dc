import { endpoint } from '@/lib/http/endpoint';
import { RateLimitLog } from '@/lib/keys/contract';
import { listRefusedRequests } from '@/lib/keys/rate-limits/list-refusals';

export const GET = endpoint({
  auth: 'admin',
  describe: {
    summary: 'List refusals, other path',
    detail: 'The same as `GET /api_keys/rate_limits/log`.',
    answer: RateLimitLog,
  },
  run: (_input, context) => listRefusedRequests(context),
});
