import { processState } from '../platform/process-state';
import type { MissingWeights } from './weights';

const held = () => processState<Map<string, MissingWeights>>('engines.missing', () => new Map());

/** Remembers that a model's weights could not be had, so that the pages can say the same words as the start. */
export function noteMissing(missing: MissingWeights): void {
  held().set(missing.id, missing);
}

/** Forgets a model's absence: its weights have come. */
export function forgetMissing(id: string): void {
  held().delete(id);
}

/** The embedded models that should be here and are not. */
export function listMissing(): MissingWeights[] {
  return [...held().values()];
}

/** What a person has to do about missing weights, line by line. */
export function describeMissing(missing: MissingWeights): string[] {
  return [
    `The embedded model ${missing.id} is not here: no source delivered its weights.`,
    `Put the file ${missing.file}${missing.sha256 ? ` (sha256 ${missing.sha256})` : ''}`,
    `into the folder ${missing.folder} and start again, or set OPENAI_API_KEY, OLLAMA_HOST or UPSTREAM_BASE_URL.`,
  ];
}
