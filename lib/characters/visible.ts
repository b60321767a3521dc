import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import { notBlocked } from '../accounts/not-blocked';
import { ApiError } from '../core/errors';
import { isUuid } from '../core/ids';
import { character } from './tables';

/** The form of slugs, generated or from the service file. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_SLUG_CHARACTERS = 100;
const SHOWN_CHARACTERS = 120;

/** The condition that a character is visible to everybody. */
export function isPublic(): SQL | undefined {
  return and(isNotNull(character.publishedAt), isNull(character.hiddenAt), notBlocked(character.ownerId));
}

/** The condition that a character is visible to an account: it is public, or the account's own. */
export function isVisibleTo(accountId: string): SQL | undefined {
  return or(isPublic(), eq(character.ownerId, accountId));
}

/**
 * The condition that a character has this slug or id.
 * @throws ApiError CHARACTER_NOT_FOUND if no character can have this name: the database refuses some of them
 */
export function isNamed(slugOrId: string): SQL {
  if (isUuid(slugOrId)) return eq(character.id, slugOrId);
  if (slugOrId.length <= MAX_SLUG_CHARACTERS && SLUG.test(slugOrId)) return eq(character.slug, slugOrId);
  throw characterNotFound(slugOrId);
}

/** The condition that a character has this id and is the account's own. @throws ApiError CHARACTER_NOT_FOUND */
export function isOwn(id: string, accountId: string): SQL | undefined {
  return and(hasId(id), eq(character.ownerId, accountId));
}

/** The condition that a character has this id. @throws ApiError CHARACTER_NOT_FOUND if it is not a UUID */
export function hasId(id: string): SQL {
  if (!isUuid(id)) throw characterNotFound(id);
  return eq(character.id, id);
}

/** A 404 whose message contains “not found”, which clients look for (docs/api-rules.md, "Wire tolerances"). */
export function characterNotFound(name: string): ApiError {
  const shown = name.length > SHOWN_CHARACTERS ? `${name.slice(0, SHOWN_CHARACTERS)}…` : name;
  return new ApiError(
    'CHARACTER_NOT_FOUND',
    `The character "${shown}" was not found. GET /api/v1/characters lists the published ones.`,
  );
}
