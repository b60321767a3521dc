import { FoundCharacter } from '@/lib/characters/contract';
import { findCharacter } from '@/lib/characters/find';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: { summary: 'One character, by its slug or id', answer: FoundCharacter, codes: ['CHARACTER_NOT_FOUND'] },
  run: ({ params }, context) => findCharacter(params.slug ?? '', context),
});
