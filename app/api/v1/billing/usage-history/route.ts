import { UsageHistoryPage, UsageHistoryQuery } from '@/lib/billing/contract';
import { exportUsageHistory } from '@/lib/billing/usage-history/export';
import { listUsageHistory } from '@/lib/billing/usage-history/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  describe: {
    summary: 'Usage history',
    detail:
      'What was charged, line by line. With `Accept: text/csv` the same as a table; its `x-next-cursor` has the cursor of the next page.',
    answer: UsageHistoryPage,
    examples: { page: { summary: 'The first hundred lines', query: { pageSize: '100' } } },
  },
  query: UsageHistoryQuery,
  run: ({ query }, context) => listUsageHistory(query, context),
  csv: ({ query }, context) => exportUsageHistory(query, context),
});
