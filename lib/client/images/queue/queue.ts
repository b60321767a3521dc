import { newId } from '../../../core/ids';
import { isRecord } from '../../failure';
import { now } from '../../now';
import type { JobRow } from '../history/database';
import { setJob, setStudio, type StudioStore } from '../store';
import type { ImageJob, ImageSettings, JobWork } from '../types';
import { forgetJob, keepJob } from './keep-job';
import { pauseAfter } from './pause';
import { runJob } from './run-job';

/** How many requests are under way at once; the others wait. */
const MOST_RUNNING = 2;
/** How many may be under way or waiting: more would only be forgotten there. */
export const MOST_QUEUED = 50;
/** How many failed ones are kept. */
const MOST_FAILED = 50;

/** How long a page that is left may keep its requests. */
const LEAVING_MS = 10_000;

/** A request for the queue. */
export type NewJob = { work: JobWork; settings: ImageSettings; model: { id: string; name: string } };

/**
 * Adds a request to the queue and starts it as soon as fewer than two run.
 * @returns the job; null if the queue is full
 */
export function enqueue(store: StudioStore, asked: NewJob): ImageJob | null {
  if (store.state.jobs.length - failedJobs(store).length >= MOST_QUEUED) return null;
  const job: ImageJob = {
    ...asked,
    id: newId(),
    key: newId(),
    // In order, even if several are requested at once.
    createdAt: Math.max(now(), (store.state.jobs.at(-1)?.createdAt ?? 0) + 1),
    state: 'waiting',
    requestId: null,
    charge: null,
    share: null,
    shares: [],
    previews: [],
    failure: null,
  };
  addJob(store, job);
  // Whoever requests more has topped up, signed in, or wants to try.
  if (store.state.pause?.until === null) setStudio(store, { pause: null });
  pump(store);
  return job;
}

/** Takes a request out of the queue, and ends it if it runs. What is not finished is not paid for. */
export function cancelJob(store: StudioStore, id: string): void {
  const running = store.running.get(id);
  setStudio(store, { jobs: store.state.jobs.filter((job) => job.id !== id) });
  if (running) {
    // At once: this tab may be closed before the request has ended.
    void store.database?.delete('jobs', id).catch(() => undefined);
    running.abort();
  } else void forgetJob(store, id);
  pump(store);
}

/**
 * Sends a failed request again. With the same Idempotency-Key it is charged only once; only if its answer is lost for
 * good (409 without a time to wait) it gets a new one.
 */
export function retryJob(store: StudioStore, id: string): void {
  const job = store.state.jobs.find((one) => one.id === id);
  if (job?.state !== 'failed') return;
  const { status, retryAfterSeconds } = job.failure ?? {};
  const isLost = status === 409 && retryAfterSeconds === null;
  setJob(store, id, {
    state: 'waiting',
    failure: null,
    charge: null,
    share: null,
    shares: [],
    previews: [],
    ...(isLost && { key: newId(), requestId: null }),
  });
  const again = store.state.jobs.find((one) => one.id === id);
  if (again) void keepJob(store, again);
  resumeQueue(store);
}

/** Sends waiting requests again after a pause. */
export function resumeQueue(store: StudioStore): void {
  if (store.state.pause !== null) setStudio(store, { pause: null });
  pump(store);
}

/** Continues the requests that were in the queue when the page was left, except those of other tabs. */
export async function restoreJobs(store: StudioStore): Promise<void> {
  const rows: unknown[] = (await store.database?.getAll('jobs').catch(() => [])) ?? [];
  const ids = rows.filter(isJobRow).map(({ id }) => id);
  const found = await Promise.all(ids.map((id) => takeOver(store, id)));
  restoreRows(
    store,
    found.filter((row) => row !== null && row !== 'claimed'),
  );
  for (const [at, id] of ids.entries()) if (found[at] === 'claimed') void restoreLater(store, id);
}

/** Continues a request of a page that is about to go, such as this one before a reload; not that of a tab that stays. */
async function restoreLater(store: StudioStore, id: string): Promise<void> {
  const row = await takeOver(store, id, LEAVING_MS);
  if (row !== null && row !== 'claimed') restoreRows(store, [row]);
}

/**
 * Claims a stored request.
 * @returns its row, read again: another tab may have changed it until now; `claimed` if another tab has it; null if it is
 *   gone, or in this queue
 */
async function takeOver(store: StudioStore, id: string, waitMs?: number): Promise<JobRow | 'claimed' | null> {
  if (store.claims.has(id)) return null;
  const release = await store.outside.claim(id, waitMs);
  if (release === null) return 'claimed';
  const row: unknown = await store.database?.get('jobs', id).catch(() => undefined);
  if (!isJobRow(row) || store.claims.has(id)) {
    release();
    return null;
  }
  store.claims.set(id, Promise.resolve(release));
  return row;
}

function restoreRows(store: StudioStore, rows: JobRow[]): void {
  const jobs = rows.map((row): ImageJob => {
    const state = row.state === 'running' ? 'waiting' : row.state;
    return { requestId: null, charge: null, ...row, state, share: null, shares: [], previews: [] };
  });
  if (jobs.length === 0) return;
  setStudio(store, { jobs: [...jobs, ...store.state.jobs].sort((a, b) => a.createdAt - b.createdAt) });
  pump(store);
}

/** Claims a job before any other tab can know of it, until it leaves the queue. */
function addJob(store: StudioStore, job: ImageJob): void {
  store.claims.set(job.id, store.outside.claim(job.id));
  setStudio(store, { jobs: [...store.state.jobs, job] });
  void keepJob(store, job);
}

/** Starts waiting requests while few enough run. */
function pump(store: StudioStore): void {
  for (const job of store.state.jobs) {
    if (store.state.pause !== null || store.running.size >= MOST_RUNNING) return;
    if (job.state === 'waiting' && !store.running.has(job.id)) void start(store, job);
  }
}

async function start(store: StudioStore, job: ImageJob): Promise<void> {
  const stop = new AbortController();
  store.running.set(job.id, stop);
  const rest = await runJob(store, job, stop.signal);
  const ended = store.state.jobs.find(({ id }) => id === job.id);
  if (ended?.failure) pause(store, ended.failure);
  store.running.delete(job.id);
  if (rest) addJob(store, rest);
  if (ended) await keepJob(store, ended);
  else await forgetJob(store, job.id);
  for (const { id } of failedJobs(store).slice(0, -MOST_FAILED)) cancelJob(store, id);
  pump(store);
}

const failedJobs = ({ state }: StudioStore): ImageJob[] => state.jobs.filter((job) => job.state === 'failed');

function pause(store: StudioStore, failure: NonNullable<ImageJob['failure']>): void {
  const paused = pauseAfter(failure);
  if (paused === null) return;
  setStudio(store, { pause: paused });
  if (paused.until === null) return;
  setTimeout(
    () => {
      // Another pause has its own end.
      if (store.state.pause === paused) resumeQueue(store);
    },
    Math.max(0, paused.until - now()),
  );
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
