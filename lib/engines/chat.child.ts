/** The chat engine's own process. Native code runs here, so that a crash does not take down the service. */
import type { ChatOrder, ChatReport, ChildModel } from './chat-orders';
import { renderPrompt } from './child/chat-prompt';
import { generate } from './child/generate';
import { type LoadedModel, openModels } from './child/loaded-model';
import type { ModelCache } from './child/model-cache';
import { type Preemption, serveOrders } from './child/serve-orders';

await serveOrders<ChatOrder, ChatReport>(async () => {
  const [threads = '1', boundBytes = 'Infinity'] = process.argv.slice(2);
  const models = await openModels(Number(threads), Number(boundBytes));
  return (order, signal, preemption) => answerChatOrder(models, order, signal, preemption);
});

async function* answerChatOrder(
  models: ModelCache<ChildModel, LoadedModel>,
  order: ChatOrder,
  signal: AbortSignal,
  preemption: Preemption,
): AsyncGenerator<ChatReport, void, undefined> {
  const { model: loaded, release } = await orLeft(models(order.model), signal);
  try {
    switch (order.kind) {
      case 'warm':
        return;
      case 'count': {
        const { systemPrompt, contextTokens } = order.model;
        const prompt = await renderPrompt(loaded.tokenizer, order.prompt, systemPrompt, contextTokens);
        yield { type: 'count', tokens: prompt.length };
        return;
      }
      case 'generate':
        yield* generate(loaded, order, signal, preemption);
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
