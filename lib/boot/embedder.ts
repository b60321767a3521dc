import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, SECOND_MS } from '../core/time';
import { EMBEDDING_MODEL, installEmbeddingModel } from '../engines/embed/embedding-model';
import { ensureWeights, findWeights, missingWeightsOf } from '../engines/weights';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { wantsEmbedder } from './choose-models';

/** The pause after the first failure; it doubles each time. */
const FIRST_PAUSE_MS = 30 * SECOND_MS;
const MAX_PAUSE_MS = HOUR_MS;

type EmbedderSettings = Pick<Settings, 'modelsDir' | 'hfEndpoint' | 'hfToken' | 'embeddedModels'>;

/** The embedded model that embeds texts, in a process. */
export type EmbedderKeeper = {
  /** To be called when the first catalog was built: begins the download if the store has no weights. */
  begin: () => void;
};

/**
 * Makes the embedded model that embeds texts available, unless the operator has chosen other embedded models: at once if
 * the store has it; else it is fetched in the background and served from then on. Downloads that fail are tried again.
 * @param serve builds the catalog again
 * @returns resolves when the store was searched
 */
export async function keepEmbedder(
  settings: EmbedderSettings,
  serve: () => void,
  signal: AbortSignal,
): Promise<EmbedderKeeper> {
  const path = wantsEmbedder(settings) ? await findWeights(EMBEDDING_MODEL, settings.modelsDir) : null;
  installEmbeddingModel(path);
  return {
    begin: () => {
      if (path === null && wantsEmbedder(settings)) void fetchInTheEnd(settings, serve, signal);
    },
  };
}

/** Never throws. */
async function fetchInTheEnd(settings: EmbedderSettings, serve: () => void, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    try {
      const { path, source } = await ensureWeights(EMBEDDING_MODEL, { ...settings, signal });
      log.info({ model: EMBEDDING_MODEL.id, source }, 'weights fetched');
      installEmbeddingModel(path);
      return serve();
    } catch (thrown) {
      if (signal.aborted) return;
      const missing = missingWeightsOf(thrown);
      if (missing === null) return log.error({ err: thrown }, 'the embedding model could not be prepared');
      const { file, sha256, folder, reasons } = missing;
      log.warn(
        { file, sha256, folder, reasons },
        'the embedding model is not served: its weights are missing; put the file into the folder, or allow downloads',
      );
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
