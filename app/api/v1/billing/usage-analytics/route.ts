import { UsageAnalyticsQuery } from '@/lib/billing/contract';
import { analyzeUsage } from '@/lib/billing/usage-analytics/analyze';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  query: UsageAnalyticsQuery,
  run: ({ query }, context) => analyzeUsage(query, context),
});
