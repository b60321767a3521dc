import { endpoint } from '@/lib/http/endpoint';
import { ListNamesQuery } from '@/lib/models/contract';
import { listTraits } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  query: ListNamesQuery,
  run: ({ query }, { caller }) => listTraits(query, caller),
});
