import { characterInPath, FoundCharacter } from '@/lib/characters/contract';
import { findCharacter } from '@/lib/characters/find';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: {
    summary: 'Retrieve a character',
    detail: 'One character, by its slug or ID.',
    answer: FoundCharacter,
    codes: ['CHARACTER_NOT_FOUND'],
    params: characterInPath,
  },
  run: ({ params }, context) => findCharacter(params.slug ?? '', context),
});
