/** The chat engine's own process. Native code runs here, so that a crash does not take down the service. */
import { availableParallelism } from 'node:os';
import type { ChatOrder, ChatReport } from './chat-orders';
import { renderPrompt } from './child/chat-prompt';
import { generate } from './child/generate';
import { type ModelCache, openModelCache } from './child/loaded-model';
import { type Preemption, serveOrders } from './child/serve-orders';

await serveOrders<ChatOrder, ChatReport>(async () => {
  // One core stays free for the service itself.
  const threads = Number(process.argv[2]) || Math.max(1, availableParallelism() - 1);
  const models = await openModelCache(threads);
  return (order, signal, preemption) => answerChatOrder(models, order, signal, preemption);
});

async function* answerChatOrder(
  models: ModelCache,
  order: ChatOrder,
  signal: AbortSignal,
  preemption: Preemption,
): AsyncGenerator<ChatReport, void, undefined> {
  const loaded = await models(order.model);
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
}
