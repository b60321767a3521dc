/**
 * What is known of the embedded models that this installation should have: shown by the pages and the startup messages.
 */
import { processState } from '../platform/process-state';

/**
 * - `fetching`: its weights are on their way; `doneBytes` is 0 while another process fetches them
 * - `loading`: its weights are being read into memory
 * - `waiting`: the last try failed for `reason`, and the next one begins at `retryAtMs` (since 1970)
 * - `ready`: it answers
 */
export type LocalModelState =
  | { state: 'fetching'; doneBytes: number; totalBytes: number }
  | { state: 'loading' }
  | { state: 'waiting'; reason: string; retryAtMs: number }
  | { state: 'ready' };

type Known = { models: Map<string, LocalModelState>; declined: string | null };

const known = () => processState<Known>('engines.local-models', () => ({ models: new Map(), declined: null }));

/** Records a model's state. */
export function noteLocalModel(id: string, state: LocalModelState): void {
  known().models.set(id, state);
}

/** Removes a model that is not here and not on its way. */
export function forgetLocalModel(id: string): void {
  known().models.delete(id);
}

/** The models in the order in which they were first noted. */
export function localModels(): ReadonlyMap<string, LocalModelState> {
  return known().models;
}

/** Records why this machine gets no better model although nobody decided against it. */
export function noteDeclined(reason: string | null): void {
  known().declined = reason;
}

/** A sentence that says why this machine gets no better model; null if it does, or if the operator decided. */
export function declinedReason(): string | null {
  return known().declined;
}
