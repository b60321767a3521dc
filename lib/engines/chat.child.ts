/** The chat engine's own process. Native code runs here, so that a crash does not take down the service. */
import type { ChatJob, ChatReport, ChildModel } from './chat-jobs';
import { renderPrompt } from './child/chat-prompt';
import { generate } from './child/generate';
import { type LoadedModel, openModels } from './child/loaded-model';
import type { ModelCache } from './child/model-cache';
import { type Preemption, serveJobs } from './child/serve-jobs';

await serveJobs<ChatJob, ChatReport>(async () => {
  const [threads = '1', boundBytes = 'Infinity'] = process.argv.slice(2);
  const models = await openModels(Number(threads), Number(boundBytes));
  return (job, signal, preemption) => answerChatJob(models, job, signal, preemption);
});

async function* answerChatJob(
  models: ModelCache<ChildModel, LoadedModel>,
  job: ChatJob,
  signal: AbortSignal,
  preemption: Preemption,
): AsyncGenerator<ChatReport, void, undefined> {
  const { model: loaded, release } = await orLeft(models(job.model), signal);
  try {
    switch (job.kind) {
      case 'warm':
        return;
      case 'count': {
        const { systemPrompt, contextTokens } = job.model;
        const prompt = await renderPrompt(loaded.tokenizer, job.prompt, systemPrompt, contextTokens);
        yield { type: 'count', tokens: prompt.length };
        return;
      }
      case 'generate':
        yield* generate(loaded, job, signal, preemption);
    }
  } finally {
    release();
  }
}

/** A lease, or the signal's reason as soon as it is aborted: a load may take longer than a caller who left may wait. */
async function orLeft<T extends { release: () => void }>(lending: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([lending, left]);
  } catch (thrown) {
    void lending.then(
      ({ release }) => release(),
      () => undefined,
    );
    throw thrown;
  }
}
