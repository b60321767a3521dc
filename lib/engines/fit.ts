/** What an embedded model needs of the machine: context by its memory, and the memory that it then takes. */
import { availableParallelism } from 'node:os';
import { machineMemory } from '../platform/machine';
import type { ChatModelEntry } from './manifest';

const GIGABYTE = 2 ** 30;

/** Sequences of a context: conversations decoded in parallel. On a CPU, more of them bring fairness, not speed. */
export const SEQUENCES = 2;

/** Context by the machine's memory: the first step that it reaches. */
const CONTEXT_STEPS = [
  { memoryBytes: 31 * GIGABYTE, contextTokens: 32_768 },
  { memoryBytes: 15 * GIGABYTE, contextTokens: 16_384 },
  { memoryBytes: 0, contextTokens: 8_192 },
] as const;

/** What the engine's process and the buffers of an evaluation take besides weights and context. */
const OVERHEAD_BYTES = 400 * 2 ** 20;

/** The share of the machine's memory for embedded models, where the operator sets no bound. */
const PART_OF_MACHINE = 1 / 2;

/** How many tokens of context a model gets on a machine: at most its own, less where memory is small. */
export function contextFor(entry: ChatModelEntry, memoryBytes = machineMemory()): number {
  const step = CONTEXT_STEPS.find((one) => memoryBytes >= one.memoryBytes);
  return Math.min(entry.contextTokens, step?.contextTokens ?? entry.contextTokens);
}

/** The memory that a loaded model takes, in bytes. An estimate from above. */
export function memoryOf(
  { bytes = 0, bytesPerContextToken }: ChatModelEntry,
  contextTokens: number,
  sequences = SEQUENCES,
): number {
  return bytes + sequences * contextTokens * bytesPerContextToken + OVERHEAD_BYTES;
}

/** The memory that all loaded models may take together, in bytes. @param megabytes the operator's bound */
export function memoryBound(megabytes: number | undefined, memoryBytes = machineMemory()): number {
  return megabytes === undefined ? memoryBytes * PART_OF_MACHINE : megabytes * 1_000_000;
}

/** More threads than this wait for the memory, not for each other's work. */
const MAX_THREADS = 8;

/** Threads of an evaluation: one core stays free for the service itself. */
export function threadsFor(cores = availableParallelism()): number {
  return Math.max(1, Math.min(MAX_THREADS, cores - 1));
}
