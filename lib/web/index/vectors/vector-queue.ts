import { database, type Queryable } from '../../../platform/db';
import { changeIndex } from '../change-index';
import { toVectorBytes } from './vector-bytes';

/** Passages of a turn: some seconds of work. */
const TURN = 32;
/** Passages that one statement puts into the queue: some tens of milliseconds. */
const PAGE = 2_000;
/** Whose turn the operator's passages wait for. */
const OPERATOR = '00000000-0000-0000-0000-000000000000';
/** Long enough for a turn on a busy machine; what a process has taken that was killed is free after this time. */
const TAKEN = `interval '5 minutes'`;

/** What is embedded of a passage. */
export type WaitingPassage = { id: number; heading: string; text: string };

/**
 * Puts the next passages into the queue that have no vector of this model. IDs become visible in their order, so none is
 * passed over. Locked against a removal in the meantime, which would fail the statement.
 */
const QUEUE = `with turn as (
    select queued_id from web_vector_turn where model = $1 for update
  ), page as (
    select p.id, p.owner_id from web_passage p where p.id > (select queued_id from turn)
      order by p.id limit ${PAGE} for key share
  ), queued as (
    insert into web_vector_queue (passage_id, model, turn_of)
      select page.id, $1, coalesce(page.owner_id, '${OPERATOR}') from page
      where not exists (select from web_passage_vector v where v.passage_id = page.id and v.model = $1)
      on conflict do nothing
  )
  update web_vector_turn set queued_id = last.id
    from (select max(id) as id from page) last where model = $1 and last.id is not null returning queued_id`;

const FREE = '(q.taken_until is null or q.taken_until < now())';

/** Whether there are passages to put into the queue, and to take: every minute that must cost next to nothing. */
const LEFT = `select
    exists (select from web_passage where id >
      coalesce((select queued_id from web_vector_turn where model = $1), 0)) as "isNew",
    exists (select from web_vector_queue q where q.model = $1 and ${FREE}) as waits`;

/** The next account after the one with the last turn, in the order of their IDs, and then from the first one on. */
const TAKE = `with next as (
    select coalesce(
      (select q.turn_of from web_vector_queue q where q.model = $1 and q.turn_of > $2::uuid and ${FREE}
        order by q.turn_of limit 1),
      (select q.turn_of from web_vector_queue q where q.model = $1 and ${FREE} order by q.turn_of limit 1)) as turn_of
  ), given as (
    update web_vector_turn t set turn_of = next.turn_of from next where t.model = $1 and next.turn_of is not null
  ), batch as (
    select q.passage_id from web_vector_queue q
      where q.model = $1 and q.turn_of = (select turn_of from next) and ${FREE} order by q.passage_id limit ${TURN}
  ), taken as (
    update web_vector_queue q set taken_until = now() + ${TAKEN} from batch
      where q.passage_id = batch.passage_id and q.model = $1 returning q.passage_id
  )
  select p.id, p.heading, p.text from taken join web_passage p on p.id = taken.passage_id order by p.id`;

/**
 * Takes passages without a vector of a model, of the account whose turn it is; the operator's count as one account's. No
 * other process gets them before they are stored or given back, or five minutes have passed.
 * @returns at most 32; none if no passage waits
 */
export async function takeTurn(model: string): Promise<WaitingPassage[]> {
  const [left] = await database().query<{ isNew: boolean; waits: boolean }>(LEFT, [model]);
  if (left?.isNew) await queuePassages(model);
  else if (!left?.waits) return [];
  return database().transaction(async (tx) => {
    // A statement of its own, so that the next one sees what the process has taken that had the lock.
    const lock = 'select turn_of as "turnOf" from web_vector_turn where model = $1 for update';
    const [turn] = await tx.query<{ turnOf: string }>(lock, [model]);
    return turn ? tx.query<WaitingPassage>(TAKE, [model, turn.turnOf]) : [];
  });
}

async function queuePassages(model: string): Promise<void> {
  await database().query('insert into web_vector_turn (model) values ($1) on conflict do nothing', [model]);
  // Each page in a transaction of its own: the embedded database does nothing else meanwhile.
  while ((await database().query(QUEUE, [model])).length > 0);
}

/** Passages that were removed while they were embedded are left out. */
const INSERT = `insert into web_passage_vector (passage_id, model, version, bytes)
  select given.id, $1, $2::bigint, decode(given.bytes, 'hex')
  from unnest($3::int[], $4::text[]) as given(id, bytes) where exists (select from web_passage p where p.id = given.id)
  on conflict do nothing returning passage_id`;

/**
 * Ends a turn: stores the vectors of its passages, null for one that gets none.
 * @returns how many were stored
 */
export function storeTurn(
  model: string,
  turn: readonly { id: number; vector: Float32Array | null }[],
): Promise<number> {
  const made = turn.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, hex: toHex(vector) }]));
  return database().transaction(async (tx) => {
    const { version } = await changeIndex(tx, {});
    const vectors = [made.map(({ id }) => id), made.map(({ hex }) => hex)];
    const stored = await tx.query(INSERT, [model, version, ...vectors]);
    const done = 'delete from web_vector_queue where model = $1 and passage_id = any($2::int[])';
    await tx.query(done, [model, turn.map(({ id }) => id)]);
    return stored.length;
  });
}

function toHex(vector: Float32Array): string {
  return Buffer.from(toVectorBytes(vector).buffer).toString('hex');
}

/** Ends a turn without vectors: its passages wait again. */
export async function giveTurnBack(model: string, ids: readonly number[]): Promise<void> {
  const free = 'update web_vector_queue set taken_until = null where model = $1 and passage_id = any($2::int[])';
  await database().query(free, [model, ids]);
}

const REQUEUE = `insert into web_vector_queue (passage_id, model, turn_of)
  select id, model, $2 from unnest($1::int[]) id, web_vector_turn
  on conflict (passage_id, model) do update set turn_of = excluded.turn_of`;

/** Removes the vectors of passages that an account has got from another one, so that they are made anew for it. */
export async function requeueMoved(within: Queryable, ids: readonly number[], accountId: string): Promise<void> {
  await within.query('delete from web_passage_vector where passage_id = any($1::int[])', [ids]);
  await within.query(REQUEUE, [ids, accountId]);
}

/** Removes all vectors of other models; to be called when passages have got theirs. */
export async function removeOtherModels(model: string): Promise<void> {
  await database().transaction(async (tx) => {
    for (const table of ['web_vector_turn', 'web_vector_queue', 'web_passage_vector']) {
      // Two ranges of the index by model; `<>` would read all of it.
      await tx.query(`delete from ${table} where model < $1 or model > $1`, [model]);
    }
  });
  // The embedded database does that only when asked.
  if (database().kind === 'pglite') await database().query('vacuum web_vector_queue');
}
