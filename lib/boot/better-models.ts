import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, SECOND_MS } from '../core/time';
import { warmChatModel } from '../engines/chat';
import { fitOf } from '../engines/fit';
import { gigabytes } from '../engines/gigabytes';
import { localModels, noteLocalModel } from '../engines/local-models';
import type { ChatModelEntry } from '../engines/manifest';
import { describeMissing, forgetMissing, noteMissing } from '../engines/missing';
import { fetchedBytes } from '../engines/sources/partial';
import { findStamped, type MissingWeights, missingWeightsOf, type WeightsProgress } from '../engines/weights';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { freeDisk, freeMemory } from '../platform/machine';
import { progressLines, printLine } from '../platform/terminal';
import { isFirst } from './choose-models';
import { fetchOne } from './weights';

/** The pause after the first failure; it doubles each time. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** What a download and a load leave to the rest of the machine. */
const DISK_RESERVE_BYTES = 500_000_000;
const MEMORY_RESERVE_BYTES = 500_000_000;

/** What a model needs of the rest of the start. */
export type Serving = {
  /** Gives the engine the models whose weights are here. */
  install: () => Promise<void>;
  /** Serves what the engine has: the best model that is ready becomes the default if nobody chose another. */
  serve: () => void;
};

/** The better models of a process. */
export type BetterModels = {
  /** To be called when the engine's process was replaced: models are loaded again, with the same care as at first. */
  onEngineRestart: () => void;
  /** Ends the pauses of models that wait for their next try: something may have changed. */
  retryNow: () => void;
  /** Resolves when all have ended, which only the signal causes. */
  ended: Promise<unknown>;
};

/** A failure with a sentence for everybody, and a kind that is reported once as long as it stays the same. */
class NotReadyYet extends Error {
  constructor(
    readonly kind: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** One model on its way. */
type ModelDownload = {
  entry: ChatModelEntry;
  settings: Settings;
  serving: Serving;
  signal: AbortSignal;
  /** Ends the current pause. */
  wake: () => void;
};

/**
 * Gets the better models in the background, each until it answers: fetches its weights, loads it, and serves it without a
 * restart. What fails is reported once and retried with exponential backoff; the other models are served meanwhile.
 */
export function keepBetterModels(
  entries: readonly ChatModelEntry[],
  settings: Settings,
  serving: Serving,
  signal: AbortSignal,
  firstPauseMs = FIRST_PAUSE_MS,
): BetterModels {
  const downloads = entries
    .filter((entry) => !isFirst(entry))
    .map((entry): ModelDownload => ({ entry, settings, serving, signal, wake: () => undefined }));
  const wakeAll = (state: 'ready' | 'waiting'): void => {
    for (const { entry, wake } of downloads) if (localModels().get(entry.id)?.state === state) wake();
  };
  return {
    onEngineRestart: () => wakeAll('ready'),
    retryNow: () => wakeAll('waiting'),
    ended: Promise.all(downloads.map((download) => keepModel(download, firstPauseMs))),
  };
}

async function keepModel(download: ModelDownload, firstPauseMs: number): Promise<void> {
  const { entry, serving, signal } = download;
  let reported = '';
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      await makeReady(download);
      reported = '';
      pauseMs = firstPauseMs;
      await pause(download, null);
    } catch (thrown) {
      if (signal.aborted) return;
      const failure = failureOf(thrown);
      report(entry, failure, failure.kind !== reported);
      reported = failure.kind;
      noteLocalModel(entry.id, { state: 'waiting', reason: failure.message, retryAtMs: clock.now() + pauseMs });
      // The engine must not offer what it cannot load.
      await serving.install().then(serving.serve, (error: unknown) => {
        log.error({ err: error, model: entry.id }, 'a model that could not be loaded is still offered');
      });
      await pause(download, pauseMs);
      pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs);
    }
  }
}

/** Waits for this long, or until it is woken; null: without end. */
async function pause(download: ModelDownload, pauseMs: number | null): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const end = () => over.abort();
  download.wake = end;
  if (download.signal.aborted) end();
  else download.signal.addEventListener('abort', end, { once: true });
  if (pauseMs !== null) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  else if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  download.signal.removeEventListener('abort', end);
}

async function makeReady({ entry, settings, serving, signal }: ModelDownload): Promise<void> {
  if ((await findStamped(entry, settings.modelsDir)) === null) await fetch(entry, settings, signal);
  forgetMissing(entry.id);
  signal.throwIfAborted();
  checkMemory(entry, settings);
  noteLocalModel(entry.id, { state: 'loading' });
  await serving.install();
  // Until it is ready, another model is the default.
  serving.serve();
  signal.throwIfAborted();
  await warmChatModel(entry.id);
  signal.throwIfAborted();
  noteLocalModel(entry.id, { state: 'ready' });
  serving.serve();
  printLine(`  ${entry.name} is ready.`);
}

async function fetch(entry: ChatModelEntry, settings: Settings, signal: AbortSignal): Promise<void> {
  const { bytes: totalBytes = 0 } = entry;
  const { modelsDir } = settings;
  const doneBytes = await fetchedBytes(entry, modelsDir);
  noteLocalModel(entry.id, { state: 'fetching', doneBytes, totalBytes });
  const neededBytes = totalBytes - doneBytes + DISK_RESERVE_BYTES;
  const diskBytes = await freeDisk(modelsDir);
  if (diskBytes < neededBytes) {
    const sentence = `It needs ${gigabytes(neededBytes)} of free disk space, but only ${gigabytes(diskBytes)} is free.`;
    throw new NotReadyYet('disk', sentence);
  }
  const progress = showProgress(entry);
  try {
    await fetchOne(entry, settings, { signal, onProgress: progress.show });
  } finally {
    progress.end();
  }
}

function checkMemory(entry: ChatModelEntry, { embeddedModelsMemoryMegabytes }: Settings): void {
  const neededBytes = fitOf(entry, embeddedModelsMemoryMegabytes).memoryBytes + MEMORY_RESERVE_BYTES;
  const freeBytes = freeMemory();
  if (freeBytes >= neededBytes) return;
  const sentence = `It needs ${gigabytes(neededBytes)} of free memory, but only ${gigabytes(freeBytes)} is free.`;
  throw new NotReadyYet('memory', sentence);
}

/** Records the progress for the pages, and prints a line per tenth, until its end. */
function showProgress({ id, name }: ChatModelEntry) {
  const print = progressLines(`Fetching ${name} in the background`);
  let isOver = false;
  return {
    show: ({ doneBytes, totalBytes }: WeightsProgress): void => {
      if (isOver) return;
      noteLocalModel(id, { state: 'fetching', doneBytes, totalBytes });
      print(doneBytes, totalBytes);
    },
    end: (): void => {
      isOver = true;
    },
  };
}

const PROBLEMS: Record<MissingWeights['problem'], string> = {
  disk: 'The disk is full.',
  folder: 'Its folder cannot be written.',
  sources: 'Its weights could not be downloaded.',
};

/** What failed, in words for everybody: paths and addresses are only in the log. */
function failureOf(thrown: unknown): NotReadyYet {
  if (thrown instanceof NotReadyYet) return thrown;
  const missing = missingWeightsOf(thrown);
  if (missing === null) return new NotReadyYet('load', 'It could not be loaded.', { cause: thrown });
  return new NotReadyYet(missing.problem, PROBLEMS[missing.problem], { cause: thrown });
}

/** @param isNew otherwise only the log says so */
function report({ id, name }: ChatModelEntry, failure: NotReadyYet, isNew: boolean): void {
  const missing = missingWeightsOf(failure.cause);
  if (missing) noteMissing(missing);
  log.warn({ model: id, err: failure.cause, reasons: missing?.reasons }, failure.message);
  if (!isNew) return;
  printLine(`  ${name}: ${failure.message} Retrying automatically.`);
  if (missing) for (const line of describeMissing(missing)) printLine(`  ${line}`);
}
