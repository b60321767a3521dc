/** Our side: the whole way from a call to its parts, with the built child. */
import { generateChat, startChatEngine, stopChatEngine, warmChatModel } from '../../lib/engines/chat';
import type { EngineChatCall } from '../../lib/engines/chat';
import { findChatModelEntry } from '../../lib/engines/manifest';
import { ensureWeights } from '../../lib/engines/weights';
import { settings } from '../../lib/platform/env';
import { MODEL, question, type Reading, SAMPLING, SYSTEM, THREADS, TOKENS } from './tasks';

/** Starts the engine; returns the path of the weights. */
export async function openOurs(): Promise<string> {
  const entry = findChatModelEntry(MODEL);
  if (!entry) throw new Error(`There is no embedded model ${MODEL}.`);
  const { path } = await ensureWeights(entry, settings());
  startChatEngine({ models: [{ ...entry, path }], threads: THREADS });
  await warmChatModel(MODEL);
  return path;
}

export const closeOurs = stopChatEngine;

/** @param more what is asked beside the same answer that the other side gives */
export async function answerOurs(number: number, more: Partial<EngineChatCall> = {}): Promise<Reading> {
  const startedMs = performance.now();
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
  return { firstMs, lastMs: performance.now() - startedMs, tokens, text };
}
