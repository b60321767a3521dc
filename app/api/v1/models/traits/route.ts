import { endpoint } from '@/lib/http/endpoint';
import { ListNamesQuery, NameList } from '@/lib/models/contract';
import { listTraits } from '@/lib/models/list';

export const GET = endpoint({
  auth: 'optional',
  describe: { summary: 'List traits', detail: 'Traits, each with the model that has it.', answer: NameList },
  query: ListNamesQuery,
  run: ({ query }, { caller }) => listTraits(query, caller),
});
