import { listChanges } from '@/lib/admin/console/list-changes';
import { ChangesQuery } from '@/lib/admin/contract';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'owner', query: ChangesQuery, run: ({ query }) => listChanges(query) });
