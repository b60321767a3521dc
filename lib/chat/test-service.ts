import type { RunContext } from '../accounts/caller';
import { makeContext } from '../accounts/test-context';
import { installCatalog } from '../models/catalog';
import { findAllowedModel } from '../models/find';
import type { TextModel } from '../models/model';
import { openTestDatabase } from '../platform/testing/test-database';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../providers/conformance/scripted-upstream';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { findBreaker } from '../providers/routing/breakers';
import { installProviders } from '../providers/registry';
import type { Provider } from '../providers/spec';
import { completeChat } from './complete';
import type { ChatRequest } from './contract';
import { type Plan, planAnswer } from './plan';

/** 1 USD per million tokens of input and 2 of output: 1,000 and 2,000 nano-USD per token. */
const TEST_PRICE = { inputNanoUsd: 1_000_000_000n, outputNanoUsd: 2_000_000_000n };
export const INPUT_NANO = 1_000n;
export const OUTPUT_NANO = 2_000n;

/** The count of every prompt on `exact-` models. */
export const EXACT_PROMPT_TOKENS = 10;

const BASE: TextModel = {
  id: 'plain',
  type: 'text',
  name: 'Plain',
  description: '',
  createdSeconds: 0,
  source: '',
  privacy: 'anonymized',
  class: 'S',
  contextTokens: 4_096,
  maxCompletionTokens: 1_024,
  defaultCompletionTokens: 512,
  traits: [],
  abilities: [],
  quantization: 'not-available',
  defaults: { temperature: 1, topP: 1 },
  price: TEST_PRICE,
  upstreams: [],
  proOnly: false,
};

/** A model of the provider `lab`, with some members of its own. */
export function testModel(id: string, changes: Partial<TextModel>): TextModel {
  return { ...BASE, id, upstreams: [{ provider: 'lab', model: id, weight: 1 }], ...changes };
}

/** A service for chat tests: a database in memory, a scripted upstream, and one model per script. */
export type TestService = {
  upstream: ScriptedUpstream;
  /** Resets the circuit breakers, so that upstreams that failed are called again. */
  forgetFailures(): void;
  stop(): Promise<void>;
};

/**
 * Starts the service. Every script becomes a model of its name on the provider `lab`, which cannot count prompts, and
 * one with the prefix `exact-` on a provider that can.
 * @param changes of single models
 */
export async function startTestService(
  scripts: Record<string, Script>,
  changes: Record<string, Partial<TextModel>> = {},
  systemPrompt = '',
): Promise<TestService> {
  const database = await openTestDatabase();
  const upstream = await startScriptedUpstream(scripts);
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: upstream.baseUrl, apiKey: 'sk-operators-own' });
  const counting: Provider = { ...lab, id: 'counting', countPromptTokens: async () => EXACT_PROMPT_TOKENS };
  installProviders([lab, counting]);
  const models = Object.keys(scripts).flatMap((script) => {
    const make = (id: string, provider: string): [string, TextModel] => [
      id,
      { ...BASE, id, upstreams: [{ provider, model: script, weight: 1 }], ...changes[id] },
    ];
    return [make(script, 'lab'), make(`exact-${script}`, 'counting')];
  });
  const serve = (served: [string, TextModel][]) =>
    installCatalog({ models: new Map(served), aliases: new Map(), traits: new Map(), systemPrompt });
  serve(models);
  return {
    upstream,
    forgetFailures: () => {
      serve([]);
      // Upstreams that have left the catalog are forgotten at the next lookup.
      findBreaker({ provider: '', model: '' });
      serve(models);
    },
    stop: async () => {
      await upstream.stop();
      await database.close();
    },
  };
}

export { makeContext };

/** Plans an answer of the model that the request names. */
export async function planFor(body: ChatRequest, context: RunContext): Promise<Plan> {
  return planAnswer(body, findAllowedModel(body.model, context), context);
}

/** Completes a chat with the model that the request names, as the route does. @param readOnMs see `completeChat` */
export function completeFor(
  body: ChatRequest,
  context: RunContext,
  readOnMs?: number,
): ReturnType<typeof completeChat> {
  return completeChat(body, findAllowedModel(body.model, context), context, readOnMs);
}
