import type { LanguageModelV3FinishReason, LanguageModelV3ProviderTool } from '@ai-sdk/provider';
import type { ChatCall } from '../../spec';
import type { Vendor, VendorUpstream } from '../vendor';

const ADDRESS = 'https://api.x.ai/v1';
/** Format of its sealed reasoning in `reasoning_details`, as named by OpenRouter. */
const FORMAT = 'xai-responses-v1';

/** Models with an effort above `high`. */
const XHIGH_MODEL = /grok-4\.6/;

/** Events that make the answer; any other that its package cannot read may be skipped. */
const NEEDED_EVENT =
  /^(error|response\.(completed|done|incomplete|failed|output_text\.delta|function_call_arguments\.delta))$/;
const NEEDED_ITEM = /^(message|function_call|reasoning)$/;

/** Its own search of the web and of posts. No function of a caller can have a name with a dot. */
const SEARCH_TOOLS: LanguageModelV3ProviderTool[] = [
  { type: 'provider', id: 'xai.web_search', name: 'own.web_search', args: {} },
  { type: 'provider', id: 'xai.x_search', name: 'own.x_search', args: {} },
];
type Upstream = Extract<VendorUpstream, { kind: 'xai' }>;

/** xAI's Responses API. */
export const xai: Vendor<Upstream> = {
  addressOf: ({ baseUrl = ADDRESS }) => baseUrl.replace(/\/+$/, ''),
  secretsOf: ({ apiKey }) => [apiKey],
  async open(upstream, model, fetch) {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai({ baseURL: xai.addressOf(upstream), apiKey: upstream.apiKey, fetch }).responses(model);
  },
  namespace: 'xai',
  options: (call) => {
    const reasoningEffort = effortOf(call);
    // Nothing of a caller is stored there; reasoning then comes sealed.
    return { providerOptions: { xai: { store: false, ...(reasoningEffort && { reasoningEffort }) } } };
  },
  // It caches prompts automatically.
  cacheOptions: () => undefined,
  toDetail({ metadata: { itemId, reasoningEncryptedContent: data } }) {
    if (typeof data !== 'string') return null;
    return { type: 'reasoning.encrypted', data, format: FORMAT, ...(typeof itemId === 'string' && { id: itemId }) };
  },
  fromDetail({ type, format, id, data }) {
    if (format !== FORMAT || type !== 'reasoning.encrypted' || typeof data !== 'string') return null;
    return { text: '', metadata: { reasoningEncryptedContent: data, ...(typeof id === 'string' && { itemId: id }) } };
  },
  isNew: (event) => isObject(event) && typeof event.type === 'string' && !isNeeded(event.type, event.item),
  readWhole,
  endOfWhole,
  searchTools: SEARCH_TOOLS,
};

function effortOf({ model, reasoning }: ChatCall): string | undefined {
  const effort = reasoning?.effort ?? (reasoning?.enabled === false ? 'none' : undefined);
  if (effort === 'minimal') return 'low';
  return effort === 'xhigh' || effort === 'max' ? (XHIGH_MODEL.test(model) ? 'xhigh' : 'high') : effort;
}

function isNeeded(type: string, item: unknown): boolean {
  return type.startsWith('response.output_item.') ? isNeededItem(item) : NEEDED_EVENT.test(type);
}

function isNeededItem(item: unknown): boolean {
  return isObject(item) && typeof item.type === 'string' && NEEDED_ITEM.test(item.type);
}

/** Its package refuses a whole answer for one item that it does not know. */
function readWhole(text: string): string {
  const body = parse(text);
  if (!isObject(body) || !Array.isArray(body.output)) return text;
  const output = body.output.filter(isNeededItem);
  return output.length === body.output.length ? text : JSON.stringify({ ...body, output });
}

/** Its package reads only the status, and takes a failure or a limit for a usual end. */
function endOfWhole(body: unknown): LanguageModelV3FinishReason | undefined {
  if (!isObject(body)) return undefined;
  if (body.status === 'failed') return { unified: 'error', raw: 'error' };
  if (body.status !== 'incomplete') return undefined;
  const { reason } = isObject(body.incomplete_details) ? body.incomplete_details : {};
  if (reason === 'max_output_tokens') return { unified: 'length', raw: reason };
  return reason === 'content_filter' ? { unified: 'content-filter', raw: reason } : { unified: 'other', raw: 'other' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
