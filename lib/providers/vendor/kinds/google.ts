import type { JSONObject } from '@ai-sdk/provider';
import { randomHex } from '../../../core/ids';
import type { ChatCall } from '../../spec';
import type { Effort } from '../../../models/values';
import type { Vendor, VendorUpstream } from '../vendor';
import { thinkingBudget } from './thinking-budget';

const ADDRESS = 'https://generativelanguage.googleapis.com/v1beta';
/** Format of its signatures in `reasoning_details`, as named by OpenRouter. */
const FORMAT = 'google-gemini-v1';

/** Models that reason with a budget of tokens; later ones with a level. */
const BUDGET_MODEL = /gemini-2\.5/;
const LEVEL_MODEL = /gemini-(?!1|2|pro$|pro-vision|robotics-er-1|embedding)/;
/** Budgets that the vendor allows, by model: the minimum besides off, whether it can be off, and the maximum. */
const BUDGETS = [
  { model: /pro/, min: 128, canBeOff: false, max: 32_768 },
  { model: /lite/, min: 512, canBeOff: true, max: 24_576 },
  { model: /./, min: 1, canBeOff: true, max: 24_576 },
];
type Upstream = Extract<VendorUpstream, { kind: 'anthropic' | 'google' }>;

/** Google's Gemini API. */
export const google: Vendor<Upstream> = {
  addressOf: ({ baseUrl = ADDRESS }) => baseUrl.replace(/\/+$/, ''),
  secretsOf: ({ apiKey }) => [apiKey],
  async open(upstream, model, fetch) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    const { apiKey } = upstream;
    // Its tool calls mostly come without an id.
    const generateId = () => `call_${randomHex(12)}`;
    return createGoogleGenerativeAI({ baseURL: google.addressOf(upstream), apiKey, fetch, generateId })(model);
  },
  namespace: 'google',
  options: (call) => {
    const thinkingConfig = thinkingOf(call);
    return thinkingConfig ? { providerOptions: { google: { thinkingConfig } } } : {};
  },
  // It caches prompts automatically.
  cacheOptions: () => undefined,
  toDetail({ text, ofAnswer, metadata: { thoughtSignature: signature } }) {
    if (typeof signature !== 'string') return null;
    if (!ofAnswer) return { type: 'reasoning.text', text, signature, format: FORMAT };
    const { callId: id } = ofAnswer;
    return { type: 'reasoning.encrypted', data: signature, format: FORMAT, ...(id !== undefined && { id }) };
  },
  fromDetail({ type, format, id, text, signature, data }) {
    if (format !== FORMAT) return null;
    if (type === 'reasoning.encrypted' && typeof data === 'string') {
      const ofAnswer = typeof id === 'string' ? { callId: id } : {};
      return { text: '', ofAnswer, metadata: { thoughtSignature: data } };
    }
    if (typeof signature !== 'string' || typeof text !== 'string') return null;
    return { text, metadata: { thoughtSignature: signature } };
  },
  thoughtSignature: {
    from: (thoughtSignature) => ({ thoughtSignature }),
    to: ({ thoughtSignature }) => (typeof thoughtSignature === 'string' ? thoughtSignature : undefined),
  },
};

function thinkingOf({ model, maxTokens, reasoning }: ChatCall): JSONObject | null {
  if (!reasoning) return null;
  const effort = reasoning.effort ?? (reasoning.enabled === false ? 'none' : undefined);
  const includeThoughts = effort !== 'none';
  if (BUDGET_MODEL.test(model)) {
    return { includeThoughts, ...(effort && { thinkingBudget: budgetOf(model, maxTokens, effort) }) };
  }
  return LEVEL_MODEL.test(model) ? { includeThoughts, ...(effort && { thinkingLevel: levelOf(model, effort) }) } : null;
}

function budgetOf(model: string, maxTokens: number, effort: Effort): number {
  const bounds = BUDGETS.find((entry) => entry.model.test(model));
  if (!bounds) return 0;
  if (effort === 'none') return bounds.canBeOff ? 0 : bounds.min;
  return Math.min(bounds.max, Math.max(bounds.min, thinkingBudget(maxTokens, effort)));
}

/**
 * The nearest level that the model has: `pro` models have no `minimal`, and the first of them has no `medium` either.
 */
function levelOf(model: string, effort: Effort): string {
  const isPro = model.includes('pro');
  if (effort === 'none' || effort === 'minimal') return isPro ? 'low' : 'minimal';
  if (effort === 'low') return 'low';
  return effort === 'medium' && !/gemini-3-pro/.test(model) ? 'medium' : 'high';
}
