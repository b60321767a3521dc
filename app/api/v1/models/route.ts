import { endpoint } from '@/lib/http/endpoint';
import { ListModelsQuery, ModelList } from '@/lib/models/contract';
import { listModels } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'List models',
    detail: 'The models that the caller may call; without a credential those that anybody may.',
    answer: ModelList,
    examples: { all: { summary: 'Models of all types', query: { type: 'all' } } },
  },
  query: ListModelsQuery,
  run: ({ query }, { caller }) => listModels(query, caller),
});
