import type { StoredFailure } from '../chat/types';
import type { FailureKind } from '../failure-kind';
import type { ImageDatabase } from './history/database';
import type { EditedImage } from './request/send-edit';
import type { GenerateBody } from './request/generate-body';
import type { Accepted, ImageEvent } from './request/stream-images';
import type { EditWork, ImageJob, ImageReceipt, ImageSettings, StudioImage } from './types';

/** What the studio shows. Replaced as a whole with every change. */
export type StudioState = {
  /** Whether the stored images have been read. */
  ready: boolean;
  /** Newest first. */
  images: readonly StudioImage[];
  /** In the order in which they were requested. */
  jobs: readonly ImageJob[];
  /** Why images are not stored; null if they are. */
  notice: string | null;
  /** Why waiting requests are not sent; null if they are. */
  pause: QueuePause | null;
};

/** Why the queue waits, and until when: Unix milliseconds; null until somebody resumes it. */
export type QueuePause = { reason: FailureKind; until: number | null };

/** How an edit is sent; see `sendEdit`. */
type EditSending = {
  modelId: string;
  safeMode: boolean;
  key: string;
  signal: AbortSignal;
  onAccepted: (accepted: Accepted) => void;
};

/** How the store reaches the service and the browser. */
export type StudioOutside = {
  draw: (body: GenerateBody, sending: { key: string; signal: AbortSignal }) => AsyncIterable<ImageEvent>;
  edit: (work: EditWork & { image: Blob }, sending: EditSending) => Promise<EditedImage>;
  /** What a request cost; `none` if it was not charged; null if that is not known yet. */
  receipt: (requestId: string) => Promise<ImageReceipt | 'none' | null>;
  /** The size of an image in pixels; null if it cannot be decoded. */
  measure: (file: Blob) => Promise<{ width: number; height: number } | null>;
  /** The request for settings; null if their model is not served. */
  bodyOf: (settings: ImageSettings, modelId: string) => Promise<GenerateBody | null>;
  /**
   * Makes this tab the only one that works on a job.
   * @returns a function that gives it up; null if another tab works on it
   */
  claim: (jobId: string, waitMs?: number) => Promise<(() => void) | null>;
};

/** The studio of one account in this tab: images, queue, and what is under way. */
export type StudioStore = {
  outside: StudioOutside;
  database: ImageDatabase | null;
  state: StudioState;
  /** The files of images that are not stored. */
  unstored: Map<string, Blob>;
  /** The jobs that could not be stored. */
  unkept: Set<string>;
  /** How to give up each job of this tab's queue; null for one that another tab has. */
  claims: Map<string, Promise<(() => void) | null>>;
  /** The jobs that run here. */
  running: Map<string, AbortController>;
  channel: BroadcastChannel | null;
  listeners: Set<() => void>;
  /** Called whenever the balance may have changed. */
  onSpent: () => void;
  /** Called with the images of a finished request. */
  onFinished: (images: readonly StudioImage[], job: ImageJob) => void;
};

/** What is shown before the store is open. */
export const EMPTY_STUDIO: StudioState = { ready: false, images: [], jobs: [], notice: null, pause: null };

/** A store without any rows yet. @param database null keeps everything in memory */
export function createStudio(outside: StudioOutside, database: ImageDatabase | null): StudioStore {
  return {
    outside,
    database,
    state: EMPTY_STUDIO,
    unstored: new Map(),
    unkept: new Set(),
    claims: new Map(),
    running: new Map(),
    channel: null,
    listeners: new Set(),
    onSpent: () => undefined,
    onFinished: () => undefined,
  };
}

/** Replaces some members of the state. */
export function setStudio(store: StudioStore, change: Partial<StudioState>): void {
  store.state = { ...store.state, ...change };
  for (const listener of store.listeners) listener();
}

/** Subscribes to changes. @returns a function that unsubscribes */
export function watchStudio(store: StudioStore, listener: () => void): () => void {
  store.listeners.add(listener);
  return () => void store.listeners.delete(listener);
}

/** Changes one job of the queue, if it is still there. */
export function setJob(store: StudioStore, id: string, change: Partial<ImageJob>): void {
  if (!store.state.jobs.some((job) => job.id === id)) return;
  setStudio(store, { jobs: store.state.jobs.map((job) => (job.id === id ? { ...job, ...change } : job)) });
}

/** A failure as jobs keep it. @param at in Unix milliseconds */
export function storedFailure(
  { status, code, message, requestId, retryAfterSeconds }: Omit<StoredFailure, 'at'>,
  at: number,
): StoredFailure {
  return { status, code, message, requestId, retryAfterSeconds, at };
}
