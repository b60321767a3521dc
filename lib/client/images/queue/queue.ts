import { newId } from '../../../core/ids';
import { isRecord } from '../../failure';
import { now } from '../../now';
import type { JobRow } from '../history/database';
import { setJob, setStudio, type StudioStore } from '../store';
import type { ImageJob, ImageSettings, JobWork } from '../types';
import { runJob } from './run-job';

/** How many requests are under way at once; the others wait. */
const MOST_RUNNING = 2;
/** How many may be in the queue: more would only be forgotten there. */
export const MOST_QUEUED = 50;

/** A lock that was given up is not free at once, even in this tab. */
const RELEASE_MS = 1_000;
/** How long a page that is left may keep its requests. */
const LEAVING_MS = 10_000;

/** A request for the queue. */
export type NewJob = { work: JobWork; settings: ImageSettings; model: { id: string; name: string } };

/**
 * Adds a request to the queue and starts it as soon as fewer than two run.
 * @returns the job; null if the queue is full
 */
export function enqueue(store: StudioStore, asked: NewJob): ImageJob | null {
  if (store.state.jobs.length >= MOST_QUEUED) return null;
  const job: ImageJob = {
    ...asked,
    id: newId(),
    key: newId(),
    // In order, even if several are requested at once.
    createdAt: Math.max(now(), (store.state.jobs.at(-1)?.createdAt ?? 0) + 1),
    state: 'waiting',
    share: null,
    previews: [],
    failure: null,
  };
  setStudio(store, { jobs: [...store.state.jobs, job] });
  void keepJob(store, job);
  pump(store);
  return job;
}

/** Ends a request, if it runs, and takes it out of the queue. What is not finished is not paid for. */
export function cancelJob(store: StudioStore, id: string): void {
  store.running.get(id)?.abort();
  setStudio(store, { jobs: store.state.jobs.filter((job) => job.id !== id) });
  void store.database?.delete('jobs', id).catch(() => undefined);
  pump(store);
}

/**
 * Sends a failed request again. With the same Idempotency-Key it is charged only once; only if its answer is lost for
 * good (409) it gets a new one.
 */
export function retryJob(store: StudioStore, id: string): void {
  const job = store.state.jobs.find((one) => one.id === id);
  if (job?.state !== 'failed') return;
  const key = job.failure?.status === 409 ? newId() : job.key;
  setJob(store, id, { state: 'waiting', failure: null, share: null, previews: [], key });
  const again = store.state.jobs.find((one) => one.id === id);
  if (again) void keepJob(store, again);
  pump(store);
}

/** Continues the requests that were in the queue when the page was left, except those of other tabs. */
export async function restoreJobs(store: StudioStore): Promise<void> {
  const rows: unknown[] = (await store.database?.getAll('jobs').catch(() => [])) ?? [];
  const known = new Set(store.state.jobs.map(({ id }) => id));
  const found = rows.filter(isJobRow).filter(({ id }) => !known.has(id));
  const free = await Promise.all(found.map(({ id }) => isFree(store, id)));
  restoreRows(
    store,
    found.filter((_, at) => free[at]),
  );
  for (const { id } of found.filter((_, at) => !free[at])) void restoreLater(store, id);
}

/** Continues a request of a page that is about to go, such as this one before a reload; not that of a tab that stays. */
async function restoreLater(store: StudioStore, id: string): Promise<void> {
  if (!(await isFree(store, id, LEAVING_MS))) return;
  const row: unknown = await store.database?.get('jobs', id).catch(() => undefined);
  const isKnown = store.state.jobs.some((job) => job.id === id);
  if (isJobRow(row) && !isKnown) restoreRows(store, [row]);
}

function restoreRows(store: StudioStore, rows: JobRow[]): void {
  const jobs = rows.map((row): ImageJob => {
    return { ...row, state: row.state === 'running' ? 'waiting' : row.state, share: null, previews: [] };
  });
  if (jobs.length === 0) return;
  setStudio(store, { jobs: [...jobs, ...store.state.jobs].sort((a, b) => a.createdAt - b.createdAt) });
  pump(store);
}

/** Starts waiting requests while few enough run. */
function pump(store: StudioStore): void {
  for (const job of store.state.jobs) {
    if (store.running.size >= MOST_RUNNING) return;
    if (job.state === 'waiting' && !store.running.has(job.id)) void start(store, job);
  }
}

async function start(store: StudioStore, job: ImageJob): Promise<void> {
  const stop = new AbortController();
  store.running.set(job.id, stop);
  const release = await store.outside.claim(job.id, RELEASE_MS);
  try {
    if (release === null) {
      // Another tab has it, and its images appear here, too.
      setStudio(store, { jobs: store.state.jobs.filter(({ id }) => id !== job.id) });
      return;
    }
    if (!stop.signal.aborted) await runJob(store, job, stop.signal);
  } finally {
    store.running.delete(job.id);
    const ended = store.state.jobs.find(({ id }) => id === job.id);
    if (ended) await keepJob(store, ended);
    else if (release !== null) await store.database?.delete('jobs', job.id).catch(() => undefined);
    release?.();
    pump(store);
  }
}

/** Stores what a job needs to be sent again. */
async function keepJob(store: StudioStore, { share: _share, previews: _previews, ...row }: ImageJob): Promise<void> {
  await store.database?.put('jobs', row satisfies JobRow).catch(() => undefined);
}

async function isFree(store: StudioStore, id: string, waitMs?: number): Promise<boolean> {
  const release = await store.outside.claim(id, waitMs);
  release?.();
  return release !== null;
}

function isJobRow(row: unknown): row is JobRow {
  return (
    isRecord(row) &&
    typeof row.id === 'string' &&
    typeof row.key === 'string' &&
    typeof row.createdAt === 'number' &&
    isRecord(row.work) &&
    isRecord(row.settings) &&
    isRecord(row.model)
  );
}
