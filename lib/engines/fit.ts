/** What an embedded model gets of the machine: context, memory, and threads. */
import { availableParallelism } from 'node:os';
import { machineMemory } from '../platform/machine';
import type { ChatModelEntry } from './manifest';

const GIGABYTE = 2 ** 30;

/** Sequences of a context: conversations decoded in parallel. On a CPU, more of them bring fairness, not speed. */
export const SEQUENCES = 2;

/** Context by the machine's memory: the first step that it reaches, and whose memory is within the bound. */
const CONTEXT_STEPS = [
  { machineBytes: 31 * GIGABYTE, contextTokens: 32_768 },
  { machineBytes: 15 * GIGABYTE, contextTokens: 16_384 },
];
const LEAST_CONTEXT_TOKENS = 8_192;

/** The share of the machine's memory for embedded models, where the operator sets no bound. */
const PART_OF_MACHINE = 1 / 2;

/** More threads than this wait for the memory, not for each other's work. */
const MAX_THREADS = 8;

/** What a model gets, and the memory that all loaded models may take together. */
export type Fit = { contextTokens: number; memoryBytes: number; boundBytes: number };

/**
 * What a model gets on a machine.
 * @param megabytes the operator's bound on all loaded models
 */
export function fitOf(entry: ChatModelEntry, megabytes: number | undefined, machineBytes = machineMemory()): Fit {
  const boundBytes = memoryBound(megabytes, machineBytes);
  const fits = (contextTokens: number) => memoryOf(entry, contextTokens) <= boundBytes;
  const step = CONTEXT_STEPS.find((one) => machineBytes >= one.machineBytes && fits(one.contextTokens));
  const contextTokens = Math.min(entry.contextTokens, step?.contextTokens ?? LEAST_CONTEXT_TOKENS);
  return { contextTokens, memoryBytes: memoryOf(entry, contextTokens), boundBytes };
}

/** The memory that a loaded model takes, in bytes. */
export function memoryOf(
  { bytes = 0, bytesPerContextToken, overheadBytes }: ChatModelEntry,
  contextTokens: number,
  sequences = SEQUENCES,
): number {
  return bytes + sequences * contextTokens * bytesPerContextToken + overheadBytes;
}

/** The memory that all loaded models may take together, in bytes. @param megabytes the operator's bound */
export function memoryBound(megabytes: number | undefined, machineBytes = machineMemory()): number {
  return megabytes === undefined ? machineBytes * PART_OF_MACHINE : megabytes * 1_000_000;
}

/** Threads of an evaluation: one core stays free for the service itself. */
export function threadsFor(cores = availableParallelism()): number {
  return Math.max(1, Math.min(MAX_THREADS, cores - 1));
}
