import { ApiError, type ErrorCode } from '../../core/errors';
import { installCatalog } from '../../models/catalog';
import type { TextModel } from '../../models/model';
import type { ChatCall, ChatModel, Provider } from '../spec';
import type { ChatPart } from '../../core/chat';
import { LightController } from '../../platform/light-controller';
import { findBreaker } from './breakers';

/** A model with these upstreams; each one's model is named `<provider>-model`. */
export function modelOf(...upstreams: [provider: string, weight: number][]): TextModel {
  return {
    id: 'big',
    type: 'text',
    name: 'Big',
    description: '',
    createdSeconds: 0,
    source: '',
    privacy: 'private',
    class: 'S',
    contextTokens: 4_096,
    maxCompletionTokens: 1_024,
    defaultCompletionTokens: 512,
    traits: [],
    abilities: [],
    quantization: 'not-available',
    defaults: { temperature: 1, topP: 1 },
    price: { inputNanoUsd: 1n, outputNanoUsd: 1n },
    upstreams: upstreams.map(([provider, weight]) => ({ provider, model: `${provider}-model`, weight })),
    proOnly: false,
  };
}

/** From now on serves exactly these models; the breakers of upstreams are reset. */
export function serve(...models: TextModel[]): void {
  for (const served of [[], models]) {
    const entries = served.map((model, index) => [`${model.id}${index}`, model] as const);
    installCatalog({ models: new Map(entries), aliases: new Map(), traits: new Map(), systemPrompt: '' });
    // Upstreams that have left the catalog are forgotten at the next lookup.
    findBreaker({ provider: '', model: '' });
  }
}

/** A minimal call. */
export function callOf(more: Partial<ChatCall> = {}): ChatCall {
  const { signal } = new LightController();
  return { model: 'big', messages: [], sampling: {}, maxTokens: 1, stop: [], choices: 1, extra: {}, signal, ...more };
}

/** What an attempt at a fake provider does: answers with its model's name, or fails, possibly after its first part. */
type Act = 'answers' | ApiError | { after: ApiError } | ChatModel;

/** A provider that performs one act after another, repeating the last one, and counts its calls. */
export function fakeProvider(id: string, ...acts: Act[]): Provider & { asked: number } {
  const provider = {
    id,
    asked: 0,
    chat: async function* chat(call: ChatCall): AsyncGenerator<ChatPart[]> {
      const act = acts[Math.min(provider.asked, acts.length - 1)] ?? 'answers';
      provider.asked += 1;
      if (typeof act === 'function') return yield* act(call);
      if (act instanceof ApiError) throw act;
      yield [{ type: 'text', choice: 0, text: call.model }];
      if (act !== 'answers') throw act.after;
    },
  };
  return provider;
}

/** A failure as thrown by adapters. */
export function failing(code: ErrorCode, cause?: unknown, retryAfterSeconds?: number): ApiError {
  return new ApiError(code, 'no', { cause, retryAfterSeconds });
}

/** The text of an answer. */
export async function textOf(answer: AsyncIterable<ChatPart[]>): Promise<string> {
  let text = '';
  for await (const parts of answer) for (const part of parts) if (part.type === 'text') text += part.text;
  return text;
}
