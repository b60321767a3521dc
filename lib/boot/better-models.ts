import { setTimeout as sleep } from 'node:timers/promises';
import { isApiError } from '../core/errors';
import { HOUR_MS, SECOND_MS } from '../core/time';
import { warmChatModel } from '../engines/chat';
import { contextFor, memoryOf } from '../engines/fit';
import { gigabytes } from '../engines/gigabytes';
import { noteLocalModel } from '../engines/local-models';
import type { ChatModelEntry } from '../engines/manifest';
import { findStamped, missingWeightsOf, type WeightsProgress } from '../engines/weights';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { freeMemory } from '../platform/machine';
import { progressLines, printLine } from '../platform/terminal';
import { isFirst } from './choose-models';
import { fetchOne, hasMemoryFor } from './weights';

/** The pause after the first failure; it doubles each time. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const LONGEST_PAUSE_MS = HOUR_MS;

/** What a model needs of the rest of the start. */
export type Serving = {
  /** Gives the engine the models whose weights are here. */
  install: () => Promise<void>;
  /** Serves what the engine has: the best one becomes the default if nobody chose another. */
  serve: () => void;
};

/**
 * Gets the better models in the background, each until it answers: fetches its weights, loads it, and serves it without a
 * restart. What fails is told once in the log and tried again after growing pauses.
 */
export async function addBetterModels(
  entries: readonly ChatModelEntry[],
  settings: Settings,
  serving: Serving,
  signal: AbortSignal,
  firstPauseMs = FIRST_PAUSE_MS,
): Promise<void> {
  const better = entries.filter((entry) => !isFirst(entry));
  await Promise.all(better.map((entry) => addModel(entry, settings, serving, signal, firstPauseMs)));
}

async function addModel(
  entry: ChatModelEntry,
  settings: Settings,
  serving: Serving,
  signal: AbortSignal,
  firstPauseMs: number,
): Promise<void> {
  let told = '';
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      await tryOnce(entry, settings, serving, signal);
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      const reason = reasonOf(thrown);
      if (reason !== told) {
        log.warn({ err: thrown, model: entry.id, reasons: missingWeightsOf(thrown)?.reasons }, reason);
        printLine(`  ${entry.name}: ${reason} The service goes on without it and tries again.`);
      }
      told = reason;
      noteLocalModel(entry.id, { state: 'waiting', reason, retryAtMs: clock.now() + pauseMs });
      // The engine must not offer what it cannot load.
      await serving.install();
      serving.serve();
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
  }
}

async function tryOnce(
  entry: ChatModelEntry,
  settings: Settings,
  { install, serve }: Serving,
  signal: AbortSignal,
): Promise<void> {
  if ((await findStamped(entry, settings.modelsDir)) === null) {
    noteLocalModel(entry.id, { state: 'fetching', doneBytes: 0, totalBytes: entry.bytes ?? 0 });
    await fetchOne(entry, settings, { signal, onProgress: showProgress(entry) });
  }
  checkMemory(entry);
  noteLocalModel(entry.id, { state: 'loading' });
  await install();
  await warmChatModel(entry.id);
  noteLocalModel(entry.id, { state: 'ready' });
  serve();
  printLine(`  ${entry.name} is ready.`);
}

/** Thrown before a load that the machine has no memory for. */
class TooLittleMemory extends Error {}

function checkMemory(entry: ChatModelEntry): void {
  if (hasMemoryFor(entry)) return;
  const needed = gigabytes(memoryOf(entry, contextFor(entry)));
  throw new TooLittleMemory(`It needs ${needed} of free memory, and ${gigabytes(freeMemory())} are free.`);
}

/** Records the progress for the pages, and prints a line per tenth. */
function showProgress({ id, name }: ChatModelEntry): (progress: WeightsProgress) => void {
  const print = progressLines(`Fetching ${name} in the background`);
  return ({ doneBytes, totalBytes }) => {
    noteLocalModel(id, { state: 'fetching', doneBytes, totalBytes });
    print(doneBytes, totalBytes);
  };
}

/** What failed, as a sentence for everybody: paths and addresses are only in the log. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof TooLittleMemory) return thrown.message;
  const missing = missingWeightsOf(thrown);
  if (missing) return missing.isDiskFull ? 'The disk is full.' : 'Its weights could not be downloaded.';
  return isApiError(thrown) && thrown.message !== '' ? thrown.message : 'It could not be loaded.';
}
