import { CharacterList, ListCharactersQuery } from '@/lib/characters/contract';
import { listCharacters } from '@/lib/characters/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: {
    summary: 'List characters',
    detail: 'Published characters; its `slug` is the `character_slug` of a chat.',
    answer: CharacterList,
    examples: { best: { summary: 'The best rated', query: { sortBy: 'highestRating', limit: '10' } } },
  },
  query: ListCharactersQuery,
  run: ({ query }, context) => listCharacters(query, context),
});
