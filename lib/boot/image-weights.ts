import { HOUR_MS } from '../core/time';
import { IMAGE_WEIGHTS, installImageWeights, onImageWeightsWanted } from '../engines/edit/image-weights';
import type { WeightsFile } from '../engines/sources/weights-file';
import { ensureWeights, findWeights, missingWeightsOf } from '../engines/weights';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';

/** After a failure, the sources are asked again at the next need, but not sooner. */
const RETRY_MS = HOUR_MS;

/**
 * Makes the networks of image models available in the background: at once if the store has them; else they are fetched
 * when a request needs them for the first time. Until then, and where they cannot be had, their substitutes are used.
 * @returns resolves when the store was searched
 */
export async function keepImageWeights(
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  signal: AbortSignal,
): Promise<void> {
  for (const file of IMAGE_WEIGHTS) {
    const path = await findWeights(file, settings.modelsDir);
    if (path !== null) installImageWeights(file, path);
  }
  const startedAtMs = new Map<string, number>();
  const forget = onImageWeightsWanted((file) => {
    const last = startedAtMs.get(file.id);
    if (signal.aborted || (last !== undefined && clock.now() - last < RETRY_MS)) return;
    startedAtMs.set(file.id, clock.now());
    void fetchOne(file, settings, signal);
  });
  signal.addEventListener('abort', forget, { once: true });
}

async function fetchOne(
  file: WeightsFile,
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { path, source } = await ensureWeights(file, { ...settings, signal });
    installImageWeights(file, path);
    if (source !== 'store') log.info({ model: file.id, source }, 'weights fetched');
  } catch (thrown) {
    if (signal.aborted) return;
    const missing = missingWeightsOf(thrown);
    if (missing === null) log.error({ err: thrown }, 'the weights of an image network could not be prepared');
    else log.warn(missing, 'an image network is not used: its weights are missing; put the file into the folder');
  }
}
