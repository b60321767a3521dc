import { endpoint } from '@/lib/http/endpoint';
import { ListModelsQuery, ModelList } from '@/lib/models/contract';
import { listModels } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  describe: { summary: 'The models that the caller may call', answer: ModelList },
  query: ListModelsQuery,
  run: ({ query }, { caller }) => listModels(query, caller),
});
