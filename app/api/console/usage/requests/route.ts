import { UsageRequestsQuery } from '@/lib/billing/contract';
import { exportRequests } from '@/lib/billing/requests/export';
import { listRequests } from '@/lib/billing/requests/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  query: UsageRequestsQuery,
  run: ({ query }, context) => listRequests(query, context),
  csv: ({ query }, context) => exportRequests(query, context),
});
