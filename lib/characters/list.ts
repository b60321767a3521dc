import { and, arrayOverlaps, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { RunContext } from '../accounts/caller';
import { database } from '../platform/db';
import type { CharacterList, ListCharactersQuery } from './contract';
import { defaultModelId, proModelIds } from './models';
import { character, characterReview } from './tables';
import { characterWriter, CHARACTER_COLUMNS } from './to-character';
import { isPublic } from './visible';
import { keyOf, patternsOf } from './search-terms';

/**
 * How many ratings make a character highly rated, and from which mean on. Source: docs/api-rules.md, "Character list".
 */
const MANY_RATINGS = 2;
const HIGH_RATING = 3;

/** The published characters that match a query (docs/api-rules.md, "Character list"). */
export async function listCharacters(
  query: ListCharactersQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<CharacterList> {
  const { id: accountId } = caller.account;
  const rows = await database()
    .orm.select({ ...CHARACTER_COLUMNS, userRating: characterReview.rating })
    .from(character)
    .leftJoin(
      characterReview,
      and(eq(characterReview.characterId, character.id), eq(characterReview.accountId, accountId)),
    )
    .where(and(isPublic(), ...filtersOf(query)))
    .orderBy(...orderOf(query))
    .limit(query.limit)
    .offset(query.offset);
  return { object: 'list', data: rows.map(await characterWriter()) };
}

function filtersOf(query: ListCharactersQuery): (SQL | undefined)[] {
  const { search = '', categories, tags, modelId, sortBy } = query;
  return [
    eq(character.adult, query.isAdult === true),
    searchFor(search),
    anyTag(categories),
    anyTag(tags),
    anyModel(modelId?.length ? modelId : undefined),
    anyModel(query.isPro ? proModelIds() : undefined),
    query.isWebEnabled ? eq(character.webEnabled, true) : undefined,
    sortBy === 'featured' ? eq(character.featured, true) : undefined,
    sortBy === 'highlyRated' ? gte(character.ratingCount, MANY_RATINGS) : undefined,
    sortBy === 'highlyRatedAndRecent' ? gte(AVERAGE, HIGH_RATING) : undefined,
  ];
}

/** `#tag` matches that tag exactly; otherwise every term must occur in the name, description, or tags. */
function searchFor(search: string): SQL | undefined {
  // The database cannot store U+0000, so no character contains it.
  const text = search.replaceAll('\0', ' ').trim();
  if (text.startsWith('#')) return anyTag([text.slice(1).trim()].filter(Boolean));
  const patterns = patternsOf(text);
  return patterns.length === 0 ? undefined : sql`${character.searchText} like all (${sql.param(patterns)}::text[])`;
}

function anyTag(tags: string[] | undefined): SQL | undefined {
  return tags?.length ? arrayOverlaps(character.tagKeys, tags.map(textOf).map(keyOf)) : undefined;
}

/** Characters without a model of their own have the default model. */
function anyModel(ids: string[] | undefined): SQL | undefined {
  if (!ids) return undefined;
  return ids.length === 0
    ? sql`false`
    : inArray(sql`coalesce(${character.modelId}, ${defaultModelId()})`, ids.map(textOf));
}

const AVERAGE = sql`(${character.ratingSum}::float8 / nullif(${character.ratingCount}, 0))`;

/**
 * The orders of docs/api-rules.md, "Character list"; ties are sorted by age, newest first, so that pages never overlap.
 */
function orderOf({ sortBy, sortOrder }: ListCharactersQuery): SQL[] {
  const direction = sortOrder === 'asc' && sortBy !== undefined ? asc : desc;
  const last = [desc(character.createdAt), desc(character.id)];
  switch (sortBy) {
    case 'highestRating':
    case 'highlyRated':
      return [sql`${direction(AVERAGE)} nulls last`, desc(character.ratingCount), ...last];
    case 'mostRecent':
    case 'highlyRatedAndRecent':
      return [direction(character.createdAt), direction(character.id)];
    case 'ratingCount':
      return [direction(character.ratingCount), ...last];
    case 'featured':
    case 'imports':
    case undefined:
      return [direction(character.importCount), ...last];
  }
}

function textOf(name: string): string {
  return name.replaceAll('\0', ' ');
}
