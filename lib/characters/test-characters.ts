import type { RunContext } from '../accounts/caller';
import { makeTestAccount } from '../accounts/test-accounts';
import { type Character, CreateCharacter } from './contract';
import { createCharacter } from './own/create';
import { updateCharacter } from './own/update';

type Context = Pick<RunContext, 'caller' | 'metadata'>;

/** For tests: an account in the open database, as a caller. */
export async function makeReader(email: string): Promise<Context> {
  return { caller: { kind: 'session', account: await makeTestAccount(email) }, metadata: {} };
}

/** For tests: a published character of a caller. */
export async function publishTestCharacter(
  context: Context,
  wanted: Partial<CreateCharacter> & { name: string },
): Promise<Character> {
  const body = CreateCharacter.parse({ prompt: `You are ${wanted.name}.`, ...wanted });
  const { data } = await createCharacter(body, context);
  return (await updateCharacter(data.id, { published: true }, context)).data;
}
