import { UpdateCharacter } from '@/lib/characters/contract';
import { findOwnCharacter } from '@/lib/characters/own/find';
import { deleteCharacter, updateCharacter } from '@/lib/characters/own/update';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => findOwnCharacter(params.id ?? '', context),
});

export const PATCH = endpoint({
  auth: 'session',
  body: UpdateCharacter,
  run: ({ params, body }, context) => updateCharacter(params.id ?? '', body, context),
});

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => deleteCharacter(params.id ?? '', context),
});
