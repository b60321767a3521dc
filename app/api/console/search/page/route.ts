import { IndexedPageQuery, readIndexed } from '@/lib/augment/search/indexed';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  query: IndexedPageQuery,
  run: ({ query }, context) => readIndexed(query, context),
});
