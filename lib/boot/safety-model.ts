import { HOUR_MS, SECOND_MS } from '../core/time';
import { installSafetyModel, onSafetyModelWanted, SAFETY_MODEL } from '../engines/safety/safety-model';
import { ensureWeights, findWeights, missingWeightsOf } from '../engines/weights';
import { catalog } from '../models/catalog';
import { EMBEDDED_PROVIDER } from '../models/model';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';

/** The pause after the first failure; it doubles each time. */
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
 * soon as the catalog has a model of another provider that makes images, or a request needs it. Downloads that fail are
 * tried again.
 */
export function keepSafetyModel(
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  signal: AbortSignal,
): SafetyModelKeeper {
  const bell = makeBell(signal);
  let isWanted = false;
  const forget = onSafetyModelWanted(() => {
    if (isWanted) return;
    isWanted = true;
    bell.ring();
  });
  const work = async () => {
    try {
      installSafetyModel(await findWeights(SAFETY_MODEL, settings.modelsDir));
      while (!isWanted && !servesOtherImages()) await bell.rung();
      installSafetyModel(await fetchInTheEnd(settings, bell, signal));
    } catch (thrown) {
      if (!signal.aborted) log.error({ err: thrown }, 'the check of images could not be prepared');
    } finally {
      forget();
    }
  };
  return { recheck: bell.ring, ended: work() };
}

/** Whether any model makes images that this service has not drawn itself. */
function servesOtherImages(): boolean {
  return [...catalog().models.values()].some(
    ({ type, upstreams }) =>
      IMAGE_TYPES.includes(type) && upstreams.some(({ provider }) => provider !== EMBEDDED_PROVIDER),
  );
}

/** The path of the weights, however often that takes. @throws the signal's reason when aborted */
async function fetchInTheEnd(
  settings: Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken'>,
  bell: Bell,
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
        'images of other providers cannot be checked in safe mode: the weights of the check are missing; put the file into the folder, or allow downloads',
      );
    }
    await bell.rung(pauseMs);
  }
}

type Bell = { ring: () => void; rung: (mostMs?: number) => Promise<void> };

/** `rung` resolves when it is rung, or after `mostMs`. It throws the signal's reason when aborted. */
function makeBell(signal: AbortSignal): Bell {
  let wake: (() => void) | null = null;
  signal.addEventListener('abort', () => wake?.(), { once: true });
  return {
    ring: () => wake?.(),
    rung: async (mostMs) => {
      signal.throwIfAborted();
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (mostMs !== undefined) timer = setTimeout(resolve, mostMs).unref();
      });
      clearTimeout(timer);
      wake = null;
      signal.throwIfAborted();
    },
  };
}
