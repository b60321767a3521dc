import { count, eq } from 'drizzle-orm';
import type { RunContext } from '../../accounts/caller';
import { lockAccount } from '../../accounts/lock-account';
import { invalidRequest } from '../../core/errors';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { type CreateCharacter, type EditedCharacter, MAX_CHARACTERS_PER_ACCOUNT } from '../contract';
import { character } from '../tables';
import { keyOf, searchTextOf } from '../search-terms';
import { makeSlug } from './make-slug';
import { servedModelId } from './served-model';
import { EDITED, toEdited } from './to-own';

/** Class of the advisory locks under which the characters of one account are created one after another. */
const CREATE_LOCK = 7_203_612;
/** A slug with the same random end almost never exists, so few attempts are enough. */
const MAX_ATTEMPTS = 5;

/**
 * Creates a character of the caller as a draft, which nobody else can see.
 * @throws ApiError INVALID_REQUEST for an unknown model, and for the 101st character of an account
 */
export async function createCharacter(
  body: CreateCharacter,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<{ data: EditedCharacter }> {
  const { id: ownerId } = caller.account;
  const now = new Date(clock.now());
  const values = {
    ...body,
    ownerId,
    modelId: servedModelId(body.modelId),
    tagKeys: body.tags.map(keyOf),
    searchText: searchTextOf(body),
    featured: false,
    createdAt: now,
    updatedAt: now,
  };
  const row = await database().transaction(async (tx) => {
    await lockAccount(tx, ownerId);
    await assertBelowLimit(tx, ownerId);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const named = { ...values, id: newId(), slug: makeSlug(body.name) };
      const [made] = await tx.orm.insert(character).values(named).onConflictDoNothing().returning(EDITED);
      if (made) return made;
    }
    throw new Error('No free slug was found for a character.');
  });
  return toEdited(row);
}

async function assertBelowLimit(tx: Queryable, ownerId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [CREATE_LOCK, ownerId]);
  const [own] = await tx.orm.select({ all: count() }).from(character).where(eq(character.ownerId, ownerId));
  if ((own?.all ?? 0) < MAX_CHARACTERS_PER_ACCOUNT) return;
  const message = `An account has at most ${MAX_CHARACTERS_PER_ACCOUNT} characters. Delete one first.`;
  throw invalidRequest([{ code: 'too_big', maximum: MAX_CHARACTERS_PER_ACCOUNT, path: [], message }]);
}
