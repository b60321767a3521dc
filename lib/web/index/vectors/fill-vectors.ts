import { setImmediate as nextTurn } from 'node:timers/promises';
import { isApiError } from '../../../core/errors';
import { database } from '../../../platform/db';
import { log } from '../../../platform/log';
import { processState } from '../../../platform/process-state';
import { isStopping } from '../../../platform/stopping';
import { changeIndex, readIndexState } from '../change-index';
import { embedder, type Embedder } from '../embedder';
import { toVectorBytes } from './vector-bytes';

/** Passages that are embedded together. */
const BATCH = 32;
/** The embedder takes turns by account: filling must not delay searches, nor count as anybody's work. */
const ACCOUNT = 'search-index';

type Row = { id: number; heading: string; text: string };

const MISSING = `select p.id, p.heading, p.text from web_passage p
  where p.id > $2 and not exists (select from web_passage_vector v where v.passage_id = p.id and v.model = $1)
  order by p.id limit ${BATCH}`;

/** Passages that were removed while they were embedded are left out. */
const INSERT = `insert into web_passage_vector (passage_id, model, version, bytes)
  select given.id, $1, $2::bigint, decode(given.bytes, 'hex')
  from unnest($3::int[], $4::text[]) as given(id, bytes) where exists (select from web_passage p where p.id = given.id)
  on conflict do nothing`;

/** Two ranges of the index by model; `<>` would read all of it. */
const DELETE_OTHERS = 'delete from web_passage_vector where model < $1 or model > $1';

/**
 * Gives all passages a vector of the current embedder, a batch at a time; vectors of other models are removed at the
 * end. A text that the embedder does not take is left without one. Does nothing without an embedder. One run at a time:
 * further callers wait for that one. It ends early when the service stops.
 * @returns how many vectors were made
 * @throws what the embedder throws; a later run goes on from there
 */
export function fillVectors(signal?: AbortSignal): Promise<number> {
  const state = processState<State>('web.fill', () => ({ running: null, done: '' }));
  const current = embedder();
  if (current === null) return Promise.resolve(0);
  state.running ??= fillOnce(state, current, signal).finally(() => (state.running = null));
  return state.running;
}

/** The run in progress, and the model and the version of the index of the last one that left nothing to do. */
type State = { running: Promise<number> | null; done: string };

/** Searching for what is missing reads the whole index, which is not necessary as long as nothing has changed. */
async function fillOnce(state: State, current: Embedder, signal?: AbortSignal): Promise<number> {
  const { version } = await readIndexState(database());
  const name = `${current.id} ${version}`;
  if (state.done === name) return 0;
  const made = await fill(current, signal);
  if (made === 0 && signal?.aborted !== true) state.done = name;
  return made;
}

async function fill(current: Embedder, signal?: AbortSignal): Promise<number> {
  let after = 0;
  let made = 0;
  while (signal?.aborted !== true && !isStopping()) {
    const rows = await database().query<Row>(MISSING, [current.id, after]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
    made += await fillRows(current, rows, signal);
    await nextTurn();
  }
  if (made > 0) await database().query(DELETE_OTHERS, [current.id]);
  return made;
}

/** Gives these passages their vectors; one by one if the embedder does not take one of them. Returns how many it made. */
async function fillRows(current: Embedder, rows: Row[], signal?: AbortSignal): Promise<number> {
  const texts = rows.map(({ heading, text }) => `${heading}\n${text}`);
  const vectors = await current.embed(texts, { account: ACCOUNT, signal }).catch((thrown: unknown) => {
    if (isApiError(thrown) && thrown.code === 'INVALID_REQUEST') return null;
    throw thrown;
  });
  if (vectors === null) {
    if (rows.length === 1) log.warn({ passage: rows[0]?.id }, 'a passage of the search index cannot be embedded');
    let made = 0;
    for (const row of rows.length === 1 ? [] : rows) made += await fillRows(current, [row], signal);
    return made;
  }
  const bytes = vectors.map((vector) => Buffer.from(toVectorBytes(vector).buffer).toString('hex'));
  await database().transaction(async (tx) => {
    const { version } = await changeIndex(tx, {});
    await tx.query(INSERT, [current.id, version, rows.map(({ id }) => id), bytes]);
  });
  return vectors.length;
}
