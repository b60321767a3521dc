import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gigabytes } from '../engines/gigabytes';
import { CHAT_MODELS, findChatModelEntry, type ChatModelEntry } from '../engines/manifest';
import { discardPartial } from '../engines/weights';
import type { Settings } from '../platform/env';
import { freeDisk, machineMemory } from '../platform/machine';

/** The model that startup waits for; all others are fetched in the background. */
export const FIRST_MODEL = 'smollm2-135m';

/** A machine sold with 8 GB shows somewhat less. */
const MIN_MEMORY_BYTES = 7.5e9;
const MIN_DISK_BYTES = 5e9;

/** What a machine has, in bytes; tests give other figures. */
export type Machine = { memoryBytes: number; diskBytes: number };

/** The embedded models that this installation should have, and why it should not have the better ones, if nobody decided. */
export type ModelChoice = { entries: ChatModelEntry[]; declined: string | null };

/**
 * Chooses the embedded models: those of `EMBEDDED_MODELS`, else the first one, and the better ones too where the operator
 * has configured no models of their own and the machine has the memory and the disk.
 */
export async function chooseModels(settings: Settings, machine?: Machine): Promise<ModelChoice> {
  const { embeddedModels } = settings;
  if (embeddedModels !== undefined) {
    return { entries: CHAT_MODELS.filter(({ id }) => embeddedModels.includes(id)), declined: null };
  }
  const first = CHAT_MODELS.filter(isFirst);
  if (hasOwnModels(settings)) return { entries: first, declined: null };
  const declined = await whyNot(settings, machine ?? (await thisMachine(settings)));
  return { entries: declined === null ? [...CHAT_MODELS] : first, declined };
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
    if (findChatModelEntry(id) || id === 'none') continue;
    const known = CHAT_MODELS.map((entry) => entry.id).join(', ');
    throw new Error(`EMBEDDED_MODELS contains "${id}", which is unknown. Known: ${known}, or none.`);
  }
}

function hasOwnModels({ serviceFile, openaiApiKey, ollamaHost, upstreamBaseUrl }: Settings): boolean {
  return [serviceFile, openaiApiKey, ollamaHost, upstreamBaseUrl].some((setting) => setting !== undefined);
}

async function thisMachine({ modelsDir }: Settings): Promise<Machine> {
  return { memoryBytes: machineMemory(), diskBytes: await freeDisk(modelsDir) };
}

async function whyNot({ modelsDir }: Settings, { memoryBytes, diskBytes }: Machine): Promise<string | null> {
  if (memoryBytes < MIN_MEMORY_BYTES)
    return `A better local model needs a machine with 8 GB of memory; this one has ${gigabytes(memoryBytes)}.`;
  if (diskBytes >= MIN_DISK_BYTES) return null;
  // Weights that are here already need no space.
  const better = CHAT_MODELS.filter((entry) => !isFirst(entry));
  const present = await Promise.all(better.map(({ file, bytes }) => hasBytes(join(modelsDir, file), bytes)));
  if (present.every(Boolean)) return null;
  return `A better local model needs 5 GB of free disk space; ${modelsDir} has ${gigabytes(diskBytes)}.`;
}

async function hasBytes(path: string, bytes: number | undefined): Promise<boolean> {
  return stat(path).then(
    ({ size }) => size === bytes,
    () => false,
  );
}
