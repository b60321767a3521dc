import { describedRoutes } from '@/app/api/described-routes';
import { endpoint } from '@/lib/http/endpoint';
import { DocsQuery } from '@/lib/openapi/search/contract';
import { findInDocs } from '@/lib/openapi/search/find-docs';

export const GET = endpoint({
  auth: 'visitor',
  query: DocsQuery,
  run: ({ query }) => findInDocs(describedRoutes, query),
});
