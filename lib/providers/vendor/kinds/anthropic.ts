import type { JSONObject, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { ChatCall } from '../../spec';
import type { Vendor, VendorUpstream } from '../vendor';
import { claudeThinking } from './claude';

const ADDRESS = 'https://api.anthropic.com/v1';
/** Format of its reasoning in `reasoning_details`, as named by OpenRouter. */
const FORMAT = 'anthropic-claude-v1';
/** The events of its streams. It reserves the right to add others, which are skipped. */
const EVENTS = /^(message_(start|delta|stop)|content_block_(start|delta|stop)|error)$/;
/** Supported cache lifetimes. */
const CACHE_TTLS: readonly string[] = ['5m', '1h'];

type Upstream = Extract<VendorUpstream, { kind: 'anthropic' | 'google' }>;

/** Anthropic's Messages API, and servers that implement it. */
export const anthropic: Vendor<Upstream> = {
  addressOf: ({ baseUrl = ADDRESS }) => baseUrl.replace(/\/+$/, ''),
  secretsOf: ({ apiKey }) => [apiKey],
  async open(upstream, model, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: anthropic.addressOf(upstream), apiKey: upstream.apiKey, fetch })(model);
  },
  namespace: 'anthropic',
  options,
  cacheOptions: ({ ttl }) => ({
    anthropic: { cacheControl: { type: 'ephemeral', ...(ttl && CACHE_TTLS.includes(ttl) && { ttl }) } },
  }),
  toDetail({ text, metadata: { signature, redactedData } }) {
    // One without a signature has an empty one.
    if (typeof signature === 'string' && signature !== '') {
      return { type: 'reasoning.text', text, signature, format: FORMAT };
    }
    return typeof redactedData === 'string'
      ? { type: 'reasoning.encrypted', data: redactedData, format: FORMAT }
      : null;
  },
  fromDetail({ type, format, text, signature, data }) {
    if (format !== FORMAT) return null;
    if (type === 'reasoning.encrypted') {
      return typeof data === 'string' ? { text: '', metadata: { redactedData: data } } : null;
    }
    return typeof signature === 'string'
      ? { text: typeof text === 'string' ? text : '', metadata: { signature } }
      : null;
  },
  isNew: (event) =>
    typeof event === 'object' &&
    event !== null &&
    'type' in event &&
    typeof event.type === 'string' &&
    !EVENTS.test(event.type),
  mayDropToolChoice: true,
  needsSchema: true,
  needsDeclaredTools: true,
  beginsWithUser: true,
};

function options(call: ChatCall): Partial<LanguageModelV3CallOptions> {
  const thinking = claudeThinking(call);
  const settings: JSONObject = {
    // Arguments are then sent only once they are complete: a fragment need not be valid JSON.
    toolStreaming: false,
    ...(call.parallelToolCalls === false && { disableParallelToolUse: true }),
  };
  if (thinking?.type === 'adaptive') {
    settings.thinking = { type: 'adaptive', display: 'summarized' };
    if (thinking.effort) settings.effort = thinking.effort;
  } else if (thinking) {
    settings.thinking = thinking;
  }
  return {
    // The package adds the budget to the maximum: together they are what the hold covers.
    maxOutputTokens: call.maxTokens - (thinking?.type === 'enabled' ? thinking.budgetTokens : 0),
    providerOptions: { anthropic: settings },
  };
}
