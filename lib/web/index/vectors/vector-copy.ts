import { MINUTE_MS } from '../../../core/time';
import { database } from '../../../platform/db';
import { processState } from '../../../platform/process-state';
import { type IndexState, readIndexState } from '../change-index';
import type { Embedder } from '../embedder';
import type { Scored } from '../fuse';
import { type ScanThread, startScanThread } from './scan-thread';
import { toVectorBytes } from './vector-bytes';

/** Rows per statement: some megabytes, and some tens of milliseconds. */
const PAGE = 4_000;
/** How long a search waits for vectors that were just added; it then goes on with those that are there. */
const WAIT_MS = 400;
/** The memory is given back after this time without a search. */
const IDLE_MS = 10 * MINUTE_MS;
/** Removed passages are left out when they are found; when there are this many, the copy is made anew. */
const MAX_STALE = 1_000;
const MAX_STALE_SHARE = 0.25;

type Position = { version: number; id: number };

/** The vectors of one model, in a thread. */
type Copy = {
  key: string;
  dimensions: number;
  thread: ScanThread;
  /** The newest vector that it has. */
  position: Position;
  size: number;
  /** How many passages had been removed when it was begun. */
  removedBefore: number;
  /** Numbers of accounts with documents of their own, from 1 up. */
  owners: Map<string, number>;
  /** The version that it has completely, and the work on a newer one. */
  version: number;
  following: Promise<void> | null;
  idleTimer?: NodeJS.Timeout;
};

const slot = () => processState<{ copy: Copy | null }>('web.vectors', () => ({ copy: null }));

/**
 * The passages nearest to a vector by exact cosine, the nearest first: everybody's, and the owner's own, if one is given. The
 * vectors are kept in a thread, which follows the database, whichever process has changed it.
 * @returns passages with their cosines, some of which may have been removed since
 */
export async function nearestPassages(
  query: Float32Array,
  { id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>,
  { ownerId, limit }: { ownerId: string | null; limit: number },
): Promise<Scored[]> {
  const state = await readIndexState(database());
  const copy = currentCopy(`${id} ${dimensions}`, { id, dimensions }, state);
  if (copy.version < state.version) {
    const following = follow(copy, id, state);
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS).unref());
    await Promise.race([following, timeout]);
  }
  if (copy.size === 0) return [];
  const owner = ownerId === null ? 0 : (copy.owners.get(ownerId) ?? 0);
  const { ids, cosines } = await copy.thread.ask({ kind: 'search', query: toVectorBytes(query), owner, limit });
  return ids.map((found, at) => ({ id: found, score: cosines[at] ?? 0 }));
}

/** Waits until the copy has all vectors of the database: for a start, and for tests. */
export async function loadVectors({ id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>): Promise<void> {
  const state = await readIndexState(database());
  await follow(currentCopy(`${id} ${dimensions}`, { id, dimensions }, state), id, state);
}

/** Gives the memory back; the next search loads the vectors again. */
export function dropVectors(): void {
  const { copy } = slot();
  clearTimeout(copy?.idleTimer);
  copy?.thread.end();
  slot().copy = null;
}

function currentCopy(
  key: string,
  { dimensions }: Pick<Embedder, 'id' | 'dimensions'>,
  { passagesRemoved }: IndexState,
): Copy {
  const { copy } = slot();
  const stale = passagesRemoved - (copy?.removedBefore ?? 0);
  const isStale = copy !== null && stale > Math.max(MAX_STALE, copy.size * MAX_STALE_SHARE);
  if (copy === null || copy.key !== key || isStale || copy.thread.hasEnded()) {
    dropVectors();
    slot().copy = {
      key,
      dimensions,
      thread: startScanThread(dimensions),
      position: { version: 0, id: 0 },
      size: 0,
      removedBefore: passagesRemoved,
      owners: new Map(),
      version: 0,
      following: null,
    };
  }
  const current = slot().copy as Copy;
  clearTimeout(current.idleTimer);
  current.idleTimer = setTimeout(() => {
    if (slot().copy === current) dropVectors();
  }, IDLE_MS).unref();
  return current;
}

/** Loads what the copy does not have yet, once for all who wait for it. */
function follow(copy: Copy, model: string, { version }: IndexState): Promise<void> {
  copy.following ??= load(copy, model)
    .then(() => void (copy.version = Math.max(copy.version, version)))
    .finally(() => (copy.following = null));
  return copy.following;
}

const NEWER = `select v.passage_id as id, v.version, v.bytes, p.owner_id as owner
  from web_passage_vector v join web_passage p on p.id = v.passage_id
  where v.model = $1 and (v.version, v.passage_id) > ($2::bigint, $3::int)
  order by v.version, v.passage_id limit ${PAGE}`;

type Row = { id: number; version: bigint; bytes: Uint8Array; owner: string | null };

async function load(copy: Copy, model: string): Promise<void> {
  for (;;) {
    const { version, id } = copy.position;
    const rows = await database().query<Row>(NEWER, [model, version, id]);
    const last = rows.at(-1);
    if (last === undefined) return;
    // Vectors of another length would shift all others.
    const fitting = rows.filter(({ bytes }) => bytes.byteLength === copy.dimensions);
    const bytes = new Int8Array(fitting.length * copy.dimensions);
    for (const [at, row] of fitting.entries()) bytes.set(toSigned(row.bytes), at * copy.dimensions);
    const ids = Int32Array.from(fitting, (row) => row.id);
    const owners = Uint32Array.from(fitting, ({ owner }) => (owner === null ? 0 : numberOf(copy, owner)));
    await copy.thread.ask({ kind: 'add', ids, owners, bytes });
    copy.size += fitting.length;
    copy.position = { version: Number(last.version), id: last.id };
  }
}

function toSigned(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function numberOf({ owners }: Copy, owner: string): number {
  const number = owners.get(owner) ?? owners.size + 1;
  owners.set(owner, number);
  return number;
}
