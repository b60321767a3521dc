/** Our side: from the call to its parts, with the built child process. */
import { readFileSync } from 'node:fs';
import { engineStatus, generateChat, startChatEngine, stopChatEngine, warmChatModel } from '../../lib/engines/chat';
import type { EngineChatCall } from '../../lib/engines/chat-types';
import type { ChatModelEntry } from '../../lib/engines/manifest';
import { ensureWeights } from '../../lib/engines/weights';
import { settings } from '../../lib/platform/env';
import { CONTEXT_TOKENS, question, type Reading, SAMPLING, SYSTEM, THREADS, TOKENS } from './tasks';

/** Starts the engine with a model; returns the path of the weights. */
export async function openOurs(model: ChatModelEntry): Promise<string> {
  const { path } = await ensureWeights(model, settings());
  startChatEngine({ models: [{ ...model, path, contextTokens: CONTEXT_TOKENS }], threads: THREADS });
  await warmChatModel(model.id);
  return path;
}

export const closeOurs = stopChatEngine;

/** @param more further options that the other side does not have */
export async function answerOurs(model: string, number: number, more: Partial<EngineChatCall> = {}): Promise<Reading> {
  const startedMs = performance.now();
  const startedCpuMs = cpuTimeMs();
  let firstMs = 0;
  let promptTokens = 0;
  let tokens = 0;
  let text = '';
  const parts = generateChat({
    model,
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
    if (part.type === 'usage') ({ promptTokens, completionTokens: tokens } = part.usage);
  }
  const lastMs = performance.now() - startedMs;
  return { firstMs, lastMs, cpuMs: cpuTimeMs() - startedCpuMs, promptTokens, tokens, text };
}

/** The memory of the engine's process in megabytes, with the weights that it has mapped; NaN if unknown. */
export function engineMegabytes(): number {
  try {
    const status = readFileSync(`/proc/${engineStatus().pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
  } catch {
    return NaN;
  }
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
