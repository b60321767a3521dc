import { UsageAnalytics, UsageAnalyticsQuery } from '@/lib/billing/contract';
import { analyzeUsage } from '@/lib/billing/usage-analytics/analyze';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  describe: {
    summary: 'What was spent, by day, model and key',
    answer: UsageAnalytics,
    codes: ['REQUEST_TIMEOUT'],
  },
  query: UsageAnalyticsQuery,
  run: ({ query }, context) => analyzeUsage(query, context),
});
