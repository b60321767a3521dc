import { SECOND_MS } from '../../core/time';
import { database } from '../../platform/db';
import { processState } from '../../platform/process-state';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';
import type { Scored } from './fuse';

/**
 * Passages that are ranked at most. On PostgreSQL a search could otherwise run into the time limit of statements, and
 * the embedded database would keep all requests waiting.
 */
const MAX_RANKED = 3_000;
/** A term that more passages have says too little about them to be searched for alone. */
const COMMON = 1_000;
/** Terms of a query that are searched for one by one. */
const MAX_TERMS = 24;
/** How much more a term in a heading counts. */
const HEADING_BONUS = 0.5;

/**
 * Everybody's passages and the account's own that fit a query, found by different indexes: its own are few, and those of
 * other accounts are not read at all.
 */
const fitting = (columns: string, query: string, limit: number) => `(
      (select ${columns} from web_passage p where p.terms @@ ${query} and p.owner_id is null limit ${limit})
      union all
      (select ${columns} from web_passage p where p.terms @@ ${query} and p.owner_id = $2::uuid limit ${limit}))`;

/**
 * Searches that run at a time: the embedded database does one after another, and another account's should not wait for
 * all of the first one's.
 */
const SEARCHES = {
  slots: 2,
  slotsPerAccount: 1,
  maxWaiting: 500,
  maxWaitMs: 10 * SECOND_MS,
  busyMessage: 'Too many searches are waiting.',
};

/**
 * Passages with all words of the query, which may have the operators of a search engine: "a phrase", or, -not. None for
 * one without a term that the database could find them by (`T`), such as one of -not alone: it would read all.
 */
const STRICT = `select p.id, 1::float8 as score from (
    select p.id, ts_rank_cd(p.terms, q.query) as rank
    from (select query from (select websearch_to_tsquery('english', $1) as query) written
      where querytree(query) not in ('', 'T') offset 0) q,
      lateral ${fitting('p.id, p.terms', 'q.query', MAX_RANKED)} p
  ) p order by p.rank desc, p.id limit $3`;

const WEIGHT = `case when p.terms @@ (term.query::text || ':A')::tsquery then 1 + ${HEADING_BONUS} else 1 end as weight`;

/**
 * Passages with some of the words. A word counts more the fewer passages have it, and more in a heading. Words that
 * almost every passage has are left out. The score is the share of what a passage with all words in its heading would have.
 */
const LOOSE = `with term as (
    select plainto_tsquery('simple', name) as query, row_number() over () as n
    from unnest(tsvector_to_array(to_tsvector('english', $1))) as name limit ${MAX_TERMS}
  ), hit as (
    select term.n, p.id, p.weight from term, lateral ${fitting(`p.id, ${WEIGHT}`, 'term.query', COMMON)} p
    where numnode(term.query) > 0
  ), rarity as (
    select n, ln(1 + $4::float8 / greatest(count(hit.id), 1)) as value from term left join hit using (n)
    where numnode(term.query) > 0 group by n having count(hit.id) < ${COMMON}
  )
  select hit.id, sum(hit.weight * rarity.value) / (select sum(value) * (1 + ${HEADING_BONUS}) from rarity) as score
    from hit join rarity using (n) group by hit.id order by score desc, hit.id limit $3`;

/** A search by words. */
export type WordQuery = {
  text: string;
  /** The account that searches. */
  accountId: string;
  /** Whose own documents are searched besides everybody's; null for nobody's. */
  ownerId: string | null;
  limit: number;
  /** About how many passages the index has. */
  passages: number;
  /** Ends the wait for a turn. */
  signal?: AbortSignal;
};

/**
 * The passages that fit a query by its words, the best first: those with all words, then those with some. Accounts take
 * turns.
 * @returns passages with the share of the query that they have, from 0 to 1; none for a query that says only what is not
 *   wanted
 * @throws ApiError MODEL_AT_CAPACITY if too many searches wait; the signal's reason when aborted; Error without the query, which must not be logged
 */
export async function findByWords({ signal, ...search }: WordQuery): Promise<Scored[]> {
  const leave = await searches().enter({ account: search.accountId, signal });
  try {
    return await findInTurn(search);
  } finally {
    leave();
  }
}

async function findInTurn({ text, ownerId, limit, passages }: Omit<WordQuery, 'signal'>): Promise<Scored[]> {
  const query = text.replaceAll('\0', ' ');
  const strict = await database().query<Scored>(STRICT, [query, ownerId, limit]);
  // With these, a search for some of the words would not be what was asked for.
  const hasOperators = /"|(^|\s)-\S/.test(query);
  if (strict.length >= limit || hasOperators) return strict;
  const known = new Set(strict.map(({ id }) => id));
  const loose = await database().query<Scored>(LOOSE, [query, ownerId, limit, passages]);
  return [...strict, ...loose.filter(({ id }) => !known.has(id))].slice(0, limit);
}

function searches(): FairQueue {
  return processState('web.index.searches', () => makeFairQueue(SEARCHES));
}
