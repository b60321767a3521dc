/** Generates answers: one sequence at a time per job, its choices one after another on the same cached prompt. */
import { contextOverflow } from '../../core/errors';
import type { ChatReport, GenerateJob } from '../chat-jobs';
import { renderPrompt } from './chat-prompt';
import { decodeChoice, tokensLeft } from './decode/decode-choice';
import type { LoadedModel } from './loaded-model';
import { leaseSequence } from './sequence-lease';
import type { Preemption } from './serve-jobs';

/**
 * The parts of an answer, `usage` last. The answer ends when the context is full.
 * @throws ApiError TOO_MANY_TOKENS, MODEL_AT_CAPACITY; the signal's reason when aborted
 */
export async function* generate(
  loaded: LoadedModel,
  job: GenerateJob,
  signal: AbortSignal,
  preemption: Preemption,
): AsyncGenerator<ChatReport, void, undefined> {
  const { systemPrompt, contextTokens } = job.model;
  const prompt = await renderPrompt(loaded.tokenizer, job.prompt, systemPrompt, contextTokens);
  signal.throwIfAborted();
  if (tokensLeft(prompt, job.model) < 1) throw contextOverflow();
  const lease = await leaseSequence({ loaded, goesLast: job.goesLast, preemption, signal }, prompt);
  let cachedTokens = 0;
  let completionTokens = 0;
  let isComplete = false;
  try {
    for (let choice = 0; choice < job.choices; choice += 1) {
      const cached = await lease.read(prompt);
      if (choice === 0) cachedTokens = cached;
      completionTokens += yield* decodeChoice({ loaded, job, lease, prompt, choice, signal });
    }
    isComplete = true;
  } finally {
    await lease.end(!isComplete && !signal.aborted);
  }
  yield { type: 'usage', usage: { promptTokens: prompt.length, completionTokens, cachedTokens } };
}
