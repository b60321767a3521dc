import { UsageQuery } from '@/lib/billing/contract';
import { sumAccountUsage } from '@/lib/billing/requests/sums';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  query: UsageQuery,
  run: ({ query }, context) => sumAccountUsage(query, context),
});
