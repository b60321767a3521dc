import { listErrors } from '@/lib/admin/console/list-errors';
import { ErrorsQuery } from '@/lib/admin/contract';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', query: ErrorsQuery, run: ({ query }) => listErrors(query) });
