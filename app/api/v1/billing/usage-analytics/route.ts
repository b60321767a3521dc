import { UsageAnalytics, UsageAnalyticsQuery } from '@/lib/billing/contract';
import { analyzeUsage } from '@/lib/billing/usage-analytics/analyze';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  describe: {
    summary: 'Usage analytics',
    detail: 'What was spent, by day, model, and key.',
    answer: UsageAnalytics,
    codes: ['REQUEST_TIMEOUT'],
    examples: { week: { summary: 'The last seven days', query: { lookback: '7d' } } },
  },
  query: UsageAnalyticsQuery,
  run: ({ query }, context) => analyzeUsage(query, context),
});
