import { UsageHistoryQuery } from '@/lib/billing/contract';
import { exportUsageHistory } from '@/lib/billing/usage-history/export';
import { listUsageHistory } from '@/lib/billing/usage-history/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'admin',
  query: UsageHistoryQuery,
  run: ({ query }, context) => listUsageHistory(query, context),
  csv: ({ query }, context) => exportUsageHistory(query, context),
});
