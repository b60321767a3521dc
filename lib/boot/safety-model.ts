import { HOUR_MS, SECOND_MS } from '../core/time';
import {
  delaySafetyModel,
  installSafetyModel,
  onSafetyModelWanted,
  SAFETY_MODEL,
} from '../engines/safety/safety-model';
import { ensureWeights, findWeights, missingWeightsOf } from '../engines/weights';
import { catalog } from '../models/catalog';
import { EMBEDDED_PROVIDER } from '../models/model';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { makeSignal, type Signal } from '../platform/sharing/make-signal';

/** The pause after the first failure, which doubles each time; requests never shorten it to less than this. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;
/** Types of models whose answers are images. */
const IMAGE_TYPES: readonly string[] = ['image', 'inpaint', 'upscale'];

/** The classifier of a process. */
export type SafetyModelKeeper = {
  /** To be called when the catalog has changed: also begins a download that was to be tried again later. */
  recheck: () => void;
  /** Resolves when the classifier is here, or when the signal is aborted. */
  ended: Promise<void>;
};

/**
 * Makes the classifier of adult content available in the background: at once if the store has it; else it is fetched as
 * soon as the catalog has a model whose images need the check, or a request needs it. Downloads that fail are tried
 * again: after a growing pause, or when the next request needs it.
 */
export function keepSafetyModel(
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  signal: AbortSignal,
): SafetyModelKeeper {
  const changed = makeSignal();
  let isWanted = false;
  const forget = onSafetyModelWanted(() => {
    isWanted = true;
    changed.notify();
  });
  const work = async () => {
    try {
      installSafetyModel(await findWeights(SAFETY_MODEL, settings.modelsDir));
      while (!isWanted && !servesImagesToCheck()) await changed.wait(signal);
      installSafetyModel(await fetchWithRetry(settings, changed, signal));
    } catch (thrown) {
      if (!signal.aborted) log.error({ err: thrown }, 'the check of images could not be prepared');
    } finally {
      forget();
    }
  };
  return { recheck: changed.notify, ended: work() };
}

/** Whether any model makes images that this service has not drawn itself: those of callers, edited, are none of its own. */
function servesImagesToCheck(): boolean {
  return [...catalog().models.values()].some(
    ({ type, upstreams }) =>
      type === 'inpaint' ||
      (IMAGE_TYPES.includes(type) && upstreams.some(({ provider }) => provider !== EMBEDDED_PROVIDER)),
  );
}

/** The path of the weights, however often that takes. @throws the signal's reason when aborted */
async function fetchWithRetry(
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  changed: Signal,
  signal: AbortSignal,
): Promise<string> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    try {
      const { path, source } = await ensureWeights(SAFETY_MODEL, { ...settings, signal });
      if (source !== 'store') log.info({ model: SAFETY_MODEL.id, source }, 'weights fetched');
      return path;
    } catch (thrown) {
      signal.throwIfAborted();
      const missing = missingWeightsOf(thrown);
      if (missing === null) throw thrown;
      const { file, sha256, folder, reasons } = missing;
      log.warn(
        { file, sha256, folder, reasons },
        'images cannot be checked in safe mode: the weights of the check are missing; put the file into the folder, or allow downloads',
      );
    }
    // Every request that comes meanwhile needs it, too: together they cause one more attempt.
    delaySafetyModel(clock.now() + FIRST_PAUSE_MS);
    await makeSignal().wait(signal, FIRST_PAUSE_MS);
    if (pauseMs > FIRST_PAUSE_MS) await changed.wait(signal, pauseMs - FIRST_PAUSE_MS);
  }
}
