import { CharacterList, ListCharactersQuery } from '@/lib/characters/contract';
import { listCharacters } from '@/lib/characters/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: { summary: 'Published characters', answer: CharacterList },
  query: ListCharactersQuery,
  run: ({ query }, context) => listCharacters(query, context),
});
