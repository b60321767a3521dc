import { endpoint } from '@/lib/http/endpoint';
import { ListNamesQuery, NameList } from '@/lib/models/contract';
import { listCompatibilityMapping } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'List foreign names',
    detail: 'Names of foreign models, each with the model that answers to it.',
    answer: NameList,
  },
  query: ListNamesQuery,
  run: ({ query }, { caller }) => listCompatibilityMapping(query, caller),
});
