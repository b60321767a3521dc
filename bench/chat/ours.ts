/** Our side: from the call to its parts, with the built child process. */
import { readFileSync } from 'node:fs';
import { engineStatus, generateChat, startChatEngine, stopChatEngine, warmChatModel } from '../../lib/engines/chat';
import type { EngineChatCall } from '../../lib/engines/chat-types';
import { findChatModelEntry } from '../../lib/engines/manifest';
import { ensureWeights } from '../../lib/engines/weights';
import { settings } from '../../lib/platform/env';
import { MODEL, question, type Reading, SAMPLING, SYSTEM, THREADS, TOKENS } from './tasks';

/** Starts the engine; returns the path of the weights. */
export async function openOurs(): Promise<string> {
  const entry = findChatModelEntry(MODEL);
  if (!entry) throw new Error(`The embedded model ${MODEL} does not exist.`);
  const { path } = await ensureWeights(entry, settings());
  startChatEngine({ models: [{ ...entry, path }], threads: THREADS });
  await warmChatModel(MODEL);
  return path;
}

export const closeOurs = stopChatEngine;

/** @param more further options that the other side does not have */
export async function answerOurs(number: number, more: Partial<EngineChatCall> = {}): Promise<Reading> {
  const startedMs = performance.now();
  const startedCpuMs = cpuTimeMs();
  let firstMs = 0;
  let tokens = 0;
  let text = '';
  const parts = generateChat({
    model: MODEL,
    turns: [
      { role: 'system', text: SYSTEM },
      { role: 'user', text: question(number) },
    ],
    sampling: SAMPLING,
    maxTokens: TOKENS,
    stop: [],
    choices: 1,
    signal: new AbortController().signal,
    ...more,
  });
  for await (const part of parts) {
    if (part.type === 'text') firstMs ||= performance.now() - startedMs;
    if (part.type === 'text') text += part.text;
    if (part.type === 'usage') tokens = part.usage.completionTokens;
  }
  const lastMs = performance.now() - startedMs;
  return { firstMs, lastMs, cpuMs: cpuTimeMs() - startedCpuMs, tokens, text };
}

/** Processor time of this process and the engine's; NaN if the system does not report it. */
function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + childMs(engineStatus().pid);
}

/** Linux counts in hundredths of a second; the name before the numbers may contain spaces. */
function childMs(pid: number | null): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN;
  }
}
