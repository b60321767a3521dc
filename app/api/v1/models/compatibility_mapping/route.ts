import { endpoint } from '@/lib/http/endpoint';
import { ListNamesQuery, NameList } from '@/lib/models/contract';
import { listCompatibilityMapping } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  describe: {
    summary: 'List model aliases',
    detail: 'Aliases, such as names of other services’ models, each with the model that it stands for.',
    answer: NameList,
  },
  query: ListNamesQuery,
  run: ({ query }, { caller }) => listCompatibilityMapping(query, caller),
});
