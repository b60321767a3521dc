import { processState } from '../platform/process-state';
import type { MissingWeights } from './weights';

const held = () => processState<Map<string, MissingWeights>>('engines.missing', () => new Map());

/** Records that a model's weights are missing, so that the pages can show the same text as the start. */
export function noteMissing(missing: MissingWeights): void {
  held().set(missing.id, missing);
}

/** Removes the record: the weights have arrived. */
export function forgetMissing(id: string): void {
  held().delete(id);
}

/** The embedded models that should be installed but are not. */
export function listMissing(): MissingWeights[] {
  return [...held().values()];
}

const PROBLEMS: Record<MissingWeights['problem'], string> = {
  disk: 'the disk is full',
  folder: 'its folder cannot be written',
  sources: 'no source delivered its weights',
};

/** What to do about missing weights, line by line. */
export function describeMissing(missing: MissingWeights): string[] {
  return [
    `The embedded model ${missing.id} is not installed: ${PROBLEMS[missing.problem]}.`,
    ...missing.reasons.filter((reason) => reason.startsWith('store: the file')).map((reason) => `In the ${reason}.`),
    `Put the file ${missing.file}${missing.sha256 ? ` (SHA-256 ${missing.sha256})` : ''}`,
    `into the folder ${missing.folder} and restart, or set OPENAI_API_KEY, OLLAMA_HOST, or UPSTREAM_BASE_URL.`,
  ];
}
