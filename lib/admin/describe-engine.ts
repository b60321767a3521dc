import { listMissing, missingWords } from '../engines/missing';

/** Why an embedded model does not answer, in the words of the start. */
export type EngineView = {
  message: string;
  weights: { model: string; file: string; sha256: string; folder: string }[];
};

/**
 * What is missing on this machine, for the pages: the same words that the start printed. The folder is told to
 * signed-in people only.
 */
export function describeEngine(): EngineView {
  const missing = listMissing();
  const words = missing.map((weights) => missingWords(weights).join(' '));
  return {
    message: words.length > 0 ? words.join(' ') : 'No model is served.',
    weights: missing.map(({ id, file, sha256, folder }) => ({ model: id, file, sha256: sha256 ?? '', folder })),
  };
}
