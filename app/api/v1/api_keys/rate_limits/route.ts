import { endpoint } from '@/lib/http/endpoint';
import { RateLimits } from '@/lib/keys/contract';
import { findRateLimits } from '@/lib/keys/rate-limits/find';

export const GET = endpoint({
  auth: 'any_key',
  describe: { summary: 'Limits of the key', detail: 'Limits and balances of the calling key.', answer: RateLimits },
  run: (_input, context) => findRateLimits(context),
});
