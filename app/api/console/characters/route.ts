import { CreateCharacter } from '@/lib/characters/contract';
import { createCharacter } from '@/lib/characters/own/create';
import { listOwnCharacters } from '@/lib/characters/own/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({ auth: 'session', run: (_input, context) => listOwnCharacters(context) });

export const POST = endpoint({
  auth: 'session',
  body: CreateCharacter,
  run: ({ body }, context) => createCharacter(body, context),
});
