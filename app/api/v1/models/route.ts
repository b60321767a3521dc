import { endpoint } from '@/lib/http/endpoint';
import { ListModelsQuery } from '@/lib/models/contract';
import { listModels } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  query: ListModelsQuery,
  run: ({ query }, { caller }) => listModels(query, caller),
});
