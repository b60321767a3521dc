import { sql, type SQL } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { account } from '../accounts/tables';

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const terms = customType<{ data: string }>({ dataType: () => 'tsvector' });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What the index is filled from: a site, a folder, our own documentation, or a page or a file that an account has added. */
export const webSource = pgTable(
  'web_source',
  {
    id: uuid('id').primaryKey(),
    /** Whose searches find it; null for everybody's. */
    ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['site', 'folder', 'documentation', 'page', 'file'] }).notNull(),
    /** The address of the first page, the path of the folder, `documentation`, or the name of the file. */
    target: text('target').notNull(),
    /** Under which address the files of a folder are published; empty for others. */
    baseUrl: text('base_url').notNull(),
    /** How many pages of a site are read at most. */
    maxPages: integer('max_pages').notNull(),
    readAt: instant('read_at').notNull(),
    /** When the operator has removed our own documentation, which every start would add again; null for all others. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    uniqueIndex('web_source_once').on(
      sql`coalesce(${table.ownerId}, '00000000-0000-0000-0000-000000000000'::uuid)`,
      table.target,
    ),
  ],
);

/** A page or a file of a source. */
export const webDocument = pgTable(
  'web_document',
  {
    id: uuid('id').primaryKey(),
    sourceId: uuid('source_id')
      .notNull()
      .references(() => webSource.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    title: text('title').notNull(),
    /** ISO 8601; empty if unknown. */
    date: text('date').notNull(),
    /** SHA-256 of title, date, and text, hex: a document is indexed again only if it has changed. */
    hash: text('hash').notNull(),
  },
  (table) => [uniqueIndex('web_document_once').on(table.sourceId, table.url)],
);

/** A part of a document, as long as an answer to a query should be. Passages are never changed, only replaced. */
export const webPassage = pgTable(
  'web_passage',
  {
    /** Counted by `web_index_state`. */
    id: integer('id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => webDocument.id, { onDelete: 'cascade' }),
    /** That of the source, here so that a search needs no join. */
    ownerId: uuid('owner_id').references(() => account.id, { onDelete: 'cascade' }),
    /** The document's title, and the headings above the passage. */
    heading: text('heading').notNull(),
    text: text('text').notNull(),
    terms: terms('terms').generatedAlwaysAs(
      (): SQL =>
        sql`setweight(to_tsvector('english', ${webPassage.heading}), 'A') || setweight(to_tsvector('english', ${webPassage.text}), 'B')`,
    ),
  },
  (table) => [
    // Others' own passages must not cost a search anything: those of an account are few, and read by their owner.
    index('web_passage_by_term')
      .using('gin', table.terms)
      .where(sql`${table.ownerId} is null`),
    index('web_passage_by_owner')
      .on(table.ownerId)
      .where(sql`${table.ownerId} is not null`),
    index('web_passage_by_document').on(table.documentId),
  ],
);

/** The vector of a passage, of the model that made it. */
export const webPassageVector = pgTable(
  'web_passage_vector',
  {
    passageId: integer('passage_id')
      .notNull()
      .references(() => webPassage.id, { onDelete: 'cascade' }),
    model: text('model').notNull(),
    /** The version of the index that added it: what a copy in memory does not have yet is what is newer. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** One signed byte per dimension. */
    bytes: bytes('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.passageId, table.model] }),
    index('web_passage_vector_by_version').on(table.model, table.version, table.passageId),
  ],
);

/** Passages that wait for a vector of a model; a row goes when its vector comes. */
export const webVectorQueue = pgTable(
  'web_vector_queue',
  {
    passageId: integer('passage_id')
      .notNull()
      .references(() => webPassage.id, { onDelete: 'cascade' }),
    model: text('model').notNull(),
    /** Whose turn it waits for: that of the passage's account; zeros for the operator's. */
    turnOf: uuid('turn_of').notNull(),
    /** Until when a process works on it, unless it ends before; null if none does. */
    takenUntil: instant('taken_until'),
  },
  (table) => [
    primaryKey({ columns: [table.passageId, table.model] }),
    index('web_vector_queue_by_turn').on(table.model, table.turnOf, table.passageId),
  ],
);

/** How far the vectors of a model are, one row for each. Processes that take passages lock it. */
export const webVectorTurn = pgTable('web_vector_turn', {
  model: text('model').primaryKey(),
  /** The newest passage that was put into the queue. */
  queuedId: integer('queued_id').notNull().default(0),
  /** Who had the last turn. */
  turnOf: uuid('turn_of')
    .notNull()
    .default(sql`'00000000-0000-0000-0000-000000000000'`),
});

/**
 * The index as a whole, one row. Every change locks it until it is committed, so that versions become visible in their
 * order.
 */
export const webIndexState = pgTable(
  'web_index_state',
  {
    id: integer('id').primaryKey(),
    version: bigint('version', { mode: 'number' }).notNull(),
    /** How many passages were ever added; the newest one has this ID. */
    passagesAdded: integer('passages_added').notNull(),
    passagesRemoved: integer('passages_removed').notNull(),
  },
  (table) => [check('web_index_state_is_one', sql`${table.id} = 1`)],
);
