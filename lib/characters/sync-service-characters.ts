import { and, getTableColumns, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { newId } from '../core/ids';
import type { ServiceCharacter } from '../models/service-file/layout/characters';
import { clock } from '../platform/clock';
import { database, type Queryable } from '../platform/db';
import { log } from '../platform/log';
import { forgetPrompts } from './prompt/known-prompts';
import { STARTERS } from './starter';
import { character } from './tables';
import { keyOf, searchTextOf } from './search-terms';

/** Key of the advisory lock under which processes sync one after another. */
const SYNC_LOCK = 7_203_613;

/** The columns that the service file decides. */
const FILE_COLUMNS = [
  'name',
  'description',
  'prompt',
  'tags',
  'tagKeys',
  'searchText',
  'adult',
  'featured',
  'webEnabled',
  'modelId',
  'photoUrl',
  'replacesServicePrompt',
  'hiddenAt',
] as const;

/**
 * Syncs the service's own characters with the service file: new ones are added, changed ones updated, and removed ones
 * hidden, keeping their ratings until they come back. If an account's character has the same slug, it keeps it; the
 * file's is then left out, with a line in the log.
 * @param given those of the file; the starter set if the file names none
 */
export async function syncServiceCharacters(given: readonly ServiceCharacter[] = STARTERS): Promise<void> {
  const slugs = given.map(({ slug }) => slug);
  const taken = await database().transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [SYNC_LOCK]);
    await hideOthers(tx, slugs);
    const owned = await ownedAmong(tx, slugs);
    const now = clock.now();
    // Lists without another order show the newest first, and should keep the file's order.
    for (const [index, one] of given.entries()) if (!owned.has(one.slug)) await write(tx, one, new Date(now - index));
    return owned;
  });
  forgetPrompts();
  for (const slug of taken)
    log.error({ slug }, 'a character of the service file is left out, because an account’s character has its slug');
}

async function hideOthers({ orm }: Queryable, slugs: string[]): Promise<void> {
  const others = slugs.length === 0 ? undefined : notInArray(character.slug, slugs);
  await orm
    .update(character)
    .set({ hiddenAt: new Date(clock.now()) })
    .where(and(isNull(character.ownerId), isNull(character.hiddenAt), others));
}

async function ownedAmong({ orm }: Queryable, slugs: string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await orm
    .select({ slug: character.slug })
    .from(character)
    .where(and(inArray(character.slug, slugs), isNotNull(character.ownerId)));
  return new Set(rows.map(({ slug }) => slug));
}

async function write({ orm }: Queryable, one: ServiceCharacter, now: Date): Promise<void> {
  const { slug, name, description, prompt, tags, adult, featured } = one;
  await orm
    .insert(character)
    .values({
      id: newId(),
      slug,
      name,
      description,
      prompt,
      tags,
      tagKeys: tags.map(keyOf),
      searchText: searchTextOf(one),
      adult,
      featured,
      webEnabled: one.web_enabled,
      modelId: one.model ?? null,
      photoUrl: one.photo_url ?? null,
      replacesServicePrompt: one.replaces_system_prompt,
      publishedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: character.slug,
      set: { ...Object.fromEntries(FILE_COLUMNS.map((column) => [column, proposed(column)])), updatedAt: now },
      setWhere: and(isNull(character.ownerId), hasChanged()),
    });
}

function proposed(column: (typeof FILE_COLUMNS)[number]): SQL {
  return sql`excluded.${sql.identifier(getTableColumns(character)[column].name)}`;
}

function hasChanged(): SQL {
  const stored = FILE_COLUMNS.map((column) => sql`${character[column]}`);
  const given = FILE_COLUMNS.map(proposed);
  return sql`(${sql.join(stored, sql`, `)}) is distinct from (${sql.join(given, sql`, `)})`;
}
