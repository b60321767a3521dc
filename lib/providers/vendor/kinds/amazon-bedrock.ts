import type { JSONObject, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { ChatCall } from '../../spec';
import type { Vendor, VendorUpstream } from '../vendor';
import { claudeThinking } from './claude';

/**
 * Formats of its reasoning in `reasoning_details`: Claude's signatures are the same everywhere, its redacted blocks are
 * not.
 */
const CLAUDE_FORMAT = 'anthropic-claude-v1';
const FORMAT = 'amazon-bedrock-v1';
/** Claude models that always reason. */
const ALWAYS_THINKS = /claude-(fable|(opus|sonnet)-5-5)/;
const CACHE_TTLS: readonly string[] = ['5m', '1h'];
type Upstream = Extract<VendorUpstream, { kind: 'amazon-bedrock' }>;

/** Amazon's own address of the models of a region. */
export function bedrockAddress(region: string): string {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://bedrock-runtime.${region}.${suffix}`;
}

/** Amazon Bedrock's Converse API. */
export const amazonBedrock: Vendor<Upstream> = {
  addressOf: ({ baseUrl, region }) => (baseUrl ?? bedrockAddress(region)).replace(/\/+$/, ''),
  secretsOf: ({ credentials }) => Object.values(credentials),
  signsBody: ({ credentials }) => !('apiKey' in credentials),
  async open(upstream, model, fetch) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    const { region, credentials } = upstream;
    // The package reads absent settings from the environment, above all a key: an empty one counts as none.
    const settings = { apiKey: '', ...credentials, region, baseURL: amazonBedrock.addressOf(upstream), fetch };
    return createAmazonBedrock(settings)(model);
  },
  namespace: 'bedrock',
  options,
  cacheOptions({ ttl }, model) {
    if (!/anthropic|nova/.test(model)) return undefined;
    return { bedrock: { cachePoint: { type: 'default', ...(ttl && CACHE_TTLS.includes(ttl) && { ttl }) } } };
  },
  toDetail({ text, metadata }) {
    if (typeof metadata.signature === 'string') {
      return { type: 'reasoning.text', text, signature: metadata.signature, format: CLAUDE_FORMAT };
    }
    const [sealed] = Object.entries(metadata).filter(([name]) => name === 'redactedData' || name === 'redactedContent');
    return sealed ? { type: 'reasoning.encrypted', id: sealed[0], data: sealed[1], format: FORMAT } : null;
  },
  fromDetail({ type, format, id, text, signature, data }) {
    if (format === CLAUDE_FORMAT && type === 'reasoning.text' && typeof signature === 'string') {
      return { text: typeof text === 'string' ? text : '', metadata: { signature } };
    }
    if (format !== FORMAT || typeof data !== 'string') return null;
    return id === 'redactedData' || id === 'redactedContent' ? { text: '', metadata: { [id]: data } } : null;
  },
  needsSchema: true,
  needsDeclaredTools: true,
  dropsToolsWithNone: true,
  beginsWithUser: true,
};

function options(call: ChatCall): Partial<LanguageModelV3CallOptions> {
  const isClaude = call.model.includes('anthropic');
  const thinking = isClaude ? claudeThinking(call) : null;
  const { topK } = call.sampling;
  const fields: JSONObject = {
    // The model's own name for it: the common settings have none.
    ...(isClaude && topK !== undefined && !isThinking(thinking) && { top_k: topK }),
    ...(thinking?.type === 'disabled' && !ALWAYS_THINKS.test(call.model) && { thinking: { type: 'disabled' } }),
  };
  const reasoningConfig = isClaude ? claudeConfig(thinking) : otherConfig(call);
  return {
    // The package adds the budget to the maximum: together they are what the hold covers.
    maxOutputTokens: call.maxTokens - (thinking?.type === 'enabled' ? thinking.budgetTokens : 0),
    topK: undefined,
    // Only the raw event has the kind of an error inside the stream.
    includeRawChunks: true,
    providerOptions: {
      bedrock: {
        ...(reasoningConfig && { reasoningConfig }),
        ...(Object.keys(fields).length > 0 && { additionalModelRequestFields: fields }),
      },
      ...(call.parallelToolCalls === false && { anthropic: { disableParallelToolUse: true } }),
    },
  };
}

type Thinking = ReturnType<typeof claudeThinking>;

function isThinking(thinking: Thinking): boolean {
  return thinking !== null && thinking.type !== 'disabled';
}

function claudeConfig(thinking: Thinking): JSONObject | null {
  if (thinking?.type === 'enabled') return thinking;
  if (thinking?.type !== 'adaptive') return null;
  const { effort } = thinking;
  return { type: 'adaptive', display: 'summarized', ...(effort && { maxReasoningEffort: effort }) };
}

/** OpenAI's models and Nova 2 accept an effort; the others have no such setting. */
function otherConfig({ model, reasoning }: ChatCall): JSONObject | null {
  const effort = reasoning?.effort;
  if (!effort || effort === 'none' || !/openai\.|nova-2/.test(model)) return null;
  const least = effort === 'minimal' ? 'low' : effort;
  const known = least === 'xhigh' || least === 'max' ? 'high' : least;
  return { type: 'enabled', maxReasoningEffort: known };
}
