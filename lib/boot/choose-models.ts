import { join } from 'node:path';
import { EMBEDDING_MODEL } from '../engines/embed/embedding-model';
import { fitOf } from '../engines/fit';
import { gigabytes } from '../engines/gigabytes';
import { CHAT_MODELS, findChatModelEntry, type ChatModelEntry } from '../engines/manifest';
import { discardPartial, fetchedBytes, sizeOf } from '../engines/sources/partial';
import { findStamped } from '../engines/weights';
import type { Settings } from '../platform/env';
import { freeDisk, machineMemory } from '../platform/machine';

/** The model that startup waits for; all others are fetched in the background. */
export const FIRST_MODEL = 'smollm2-135m';

/** A machine sold with 8 GB shows somewhat less. */
const MIN_MEMORY_BYTES = 7.5e9;
const MIN_DISK_BYTES = 5e9;

/** What a machine has, in bytes; tests give other figures. */
export type Machine = { memoryBytes: number; diskBytes: number };

/** The embedded models that this installation should have, and why it cannot have a better one that it otherwise would. */
export type ModelChoice = { entries: ChatModelEntry[]; declined: string | null };

/**
 * Chooses the embedded models: those of `EMBEDDED_MODELS`, else the first one, and the better ones too where the operator
 * has configured no models of their own and the machine has the memory and the disk.
 */
export async function chooseModels(settings: Settings, machine?: Machine): Promise<ModelChoice> {
  const { embeddedModels } = settings;
  const has = machine ?? (await thisMachine(settings));
  if (embeddedModels !== undefined) {
    return withinBound(
      CHAT_MODELS.filter(({ id }) => embeddedModels.includes(id)),
      settings,
      has,
    );
  }
  const first = CHAT_MODELS.filter(isFirst);
  if (hasOwnModels(settings)) return { entries: first, declined: await whatIsUnused(settings) };
  const declined = await declineReason(settings, has);
  return declined === null ? withinBound(CHAT_MODELS, settings, has) : { entries: first, declined };
}

/** Leaves out what could never be loaded. */
function withinBound(
  entries: readonly ChatModelEntry[],
  { embeddedModelsMemoryMegabytes }: Settings,
  { memoryBytes: machineBytes }: Machine,
): ModelChoice {
  const fits = (entry: ChatModelEntry): boolean => {
    const { memoryBytes, boundBytes } = fitOf(entry, embeddedModelsMemoryMegabytes, machineBytes);
    return memoryBytes <= boundBytes;
  };
  const [tooLarge] = entries.filter((entry) => !fits(entry));
  if (tooLarge === undefined) return { entries: [...entries], declined: null };
  const { memoryBytes, boundBytes } = fitOf(tooLarge, embeddedModelsMemoryMegabytes, machineBytes);
  const needs = `${tooLarge.name} needs ${gigabytes(memoryBytes)} of memory`;
  const declined = `${needs}, but embedded models may take only ${gigabytes(boundBytes)} (EMBEDDED_MODELS_MEMORY_MB).`;
  return { entries: entries.filter(fits), declined };
}

/** Whether this installation should have the embedded model that embeds texts: always, unless others were chosen. */
export function wantsEmbedder({ embeddedModels }: Pick<Settings, 'embeddedModels'>): boolean {
  return embeddedModels === undefined || embeddedModels.includes(EMBEDDING_MODEL.id);
}

/** Whether startup waits for a model's weights. */
export function isFirst({ id }: ChatModelEntry): boolean {
  return id === FIRST_MODEL;
}

/** Removes incomplete downloads of models that this installation should not have. */
export async function discardUnwanted({ entries }: ModelChoice, { modelsDir }: Settings): Promise<void> {
  for (const entry of CHAT_MODELS) if (!entries.includes(entry)) await discardPartial(entry, modelsDir);
}

/**
 * Rejects unknown embedded models before anything is opened.
 * @throws Error with the variable and the known models
 */
export function checkEmbeddedModels({ embeddedModels = [] }: Settings): void {
  for (const id of embeddedModels) {
    if (findChatModelEntry(id) || id === EMBEDDING_MODEL.id || id === 'none') continue;
    const known = [...CHAT_MODELS, EMBEDDING_MODEL].map((entry) => entry.id).join(', ');
    throw new Error(`EMBEDDED_MODELS contains "${id}", which is unknown. Known: ${known}, or none.`);
  }
}

function hasOwnModels({ serviceFile, openaiApiKey, ollamaHost, upstreamBaseUrl }: Settings): boolean {
  return [serviceFile, openaiApiKey, ollamaHost, upstreamBaseUrl].some((setting) => setting !== undefined);
}

async function thisMachine({ modelsDir }: Settings): Promise<Machine> {
  return { memoryBytes: machineMemory(), diskBytes: await freeDisk(modelsDir) };
}

async function declineReason({ modelsDir }: Settings, { memoryBytes, diskBytes }: Machine): Promise<string | null> {
  if (memoryBytes < MIN_MEMORY_BYTES)
    return `A better embedded model needs a machine with 8 GB of memory; this one has ${gigabytes(memoryBytes)}.`;
  for (const entry of CHAT_MODELS.filter((candidate) => !isFirst(candidate))) {
    // What is here already needs no space.
    if (await isHere(entry, modelsDir)) continue;
    const freeBytes = diskBytes + (await fetchedBytes(entry, modelsDir));
    if (freeBytes < MIN_DISK_BYTES)
      return `A better embedded model needs 5 GB of free disk space; this machine has ${gigabytes(freeBytes)}.`;
  }
  return null;
}

/** What somebody may miss who has added models of their own: a better model that was served before. */
async function whatIsUnused({ modelsDir }: Settings): Promise<string | null> {
  for (const entry of CHAT_MODELS.filter((candidate) => !isFirst(candidate))) {
    if ((await findStamped(entry, modelsDir)) === null) continue;
    return `${entry.name} is installed but not served, because a service file or a provider is configured.`;
  }
  return null;
}

/** Whether a model's weights are here, as far as that can be seen without computing their hash. */
async function isHere(entry: ChatModelEntry, modelsDir: string): Promise<boolean> {
  if ((await findStamped(entry, modelsDir)) !== null) return true;
  return (await sizeOf(join(modelsDir, entry.file))) === entry.bytes;
}
