import type { ChatCall } from '../../spec';
import type { Sampling } from '../../../core/chat';
import type { ServerKind } from '../upstream';
import {
  effortAndSwitch,
  effortOfFour,
  effortOfOpenAi,
  effortOfThree,
  effortOrOff,
  reasoningOfOpenRouter,
  switchWithEffort,
} from './reasoning';
import {
  formatByGrammar,
  formatBySchema,
  offeredTools,
  onlyNamedTool,
  wireResponseFormat,
  wireToolChoice,
  wireTools,
} from './tools';

/** A setting of a call, and how it is sent to each kind of server. */
export type Field = {
  /** The caller's name for it (docs/api-rules.md, "Chat request fields"). */
  name: string;
  /** What carries it, as text for docs/fields.md; kinds that are not listed do not get it. */
  says: Partial<Record<ServerKind, string>>;
  /** Adds it to the body of a request; does nothing if it was not requested or cannot be carried. */
  write(call: ChatCall, kind: ServerKind, body: Body): void;
};

type Body = Record<string, unknown>;

/** How a setting is sent to a kind of server. */
type Way<Value> = { says: string; write: (value: Value, call: ChatCall, body: Body) => void };

const ALL = ['openai', 'openrouter', 'vllm', 'sglang', 'llama.cpp', 'ollama', 'tgi', 'lm-studio', 'generic'] as const;

/** These return one choice, however many are requested (some llama.cpp versions refuse more). */
const ONE_CHOICE: readonly ServerKind[] = ['openrouter', 'llama.cpp', 'ollama', 'tgi', 'lm-studio'];

function field<Value>(
  name: string,
  read: (call: ChatCall) => Value | undefined,
  ...ways: [Way<NoInfer<Value>>, ...(readonly ServerKind[])][]
): Field {
  const byKind = new Map(ways.flatMap(([way, ...kinds]) => kinds.map((kind) => [kind, way] as const)));
  return {
    name,
    says: Object.fromEntries([...byKind].map(([kind, { says }]) => [kind, says])),
    write: (call, kind, body) => {
      const value = read(call);
      if (value !== undefined) byKind.get(kind)?.write(value, call, body);
    },
  };
}

/** Unchanged, under a name. */
const as = (name: string): Way<unknown> => ({
  says: `\`${name}\``,
  write: (value, _call, body) => {
    body[name] = value;
  },
});

/** Converted to another form. */
const by = <Value>(says: string, fieldsOf: (value: Value, call: ChatCall) => Body): Way<Value> => ({
  says,
  write: (value, call, body) => void Object.assign(body, fieldsOf(value, call)),
});

const number = (name: string, of: keyof Sampling, ...kinds: readonly ServerKind[]): Field =>
  field(name, ({ sampling }) => sampling[of], [as(name), ...kinds]);

/**
 * Every setting besides model and messages. The table in docs/fields.md follows this list, and nothing else is sent. A
 * later entry overrides an earlier one.
 */
export const FIELDS: readonly Field[] = [
  field(
    'max_completion_tokens',
    ({ maxTokens }: ChatCall) => maxTokens,
    [as('max_completion_tokens'), 'openai'],
    [as('max_tokens'), ...ALL.slice(1)],
  ),
  field(
    'n',
    ({ choices }: ChatCall) => (choices > 1 ? choices : undefined),
    [as('n'), ...ALL],
    [by('one request each', () => ({})), ...ONE_CHOICE],
  ),
  number('temperature', 'temperature', ...ALL),
  field('min_temp, max_temp', ({ sampling }: ChatCall) => dynamicTemperature(sampling), [
    by('`temperature`, `dynatemp_range`', (fields) => fields),
    'llama.cpp',
  ]),
  field(
    'top_p',
    ({ sampling }: ChatCall) => sampling.topP,
    [as('top_p'), ...ALL],
    [by('below 1', (value) => (value < 1 ? { top_p: value } : {})), 'tgi'],
  ),
  number('top_k', 'topK', 'openrouter', 'vllm', 'sglang', 'llama.cpp', 'lm-studio', 'generic'),
  number('min_p', 'minP', 'openrouter', 'vllm', 'sglang', 'llama.cpp', 'generic'),
  number('frequency_penalty', 'frequencyPenalty', ...ALL),
  number('presence_penalty', 'presencePenalty', ...ALL),
  field(
    'repetition_penalty',
    ({ sampling }: ChatCall) => sampling.repetitionPenalty,
    [as('repetition_penalty'), 'openrouter', 'vllm', 'sglang', 'generic'],
    [as('repeat_penalty'), 'llama.cpp', 'lm-studio'],
  ),
  number('seed', 'seed', ...ALL),
  field('stop', ({ stop }: ChatCall) => (stop.length > 0 ? stop : undefined), [as('stop'), ...ALL]),
  field('stop_token_ids', (call: ChatCall) => call.stopTokenIds, [as('stop_token_ids'), 'vllm', 'sglang', 'generic']),
  field('tools', (call: ChatCall) => call.tools, [by('`tools`', (value) => ({ tools: wireTools(value) })), ...ALL]),
  field(
    'tool_choice',
    (call: ChatCall) => call.toolChoice,
    [by('`tool_choice`', (value) => ({ tool_choice: wireToolChoice(value) })), ...ALL],
    [by('`tool_choice`; named: alone', onlyNamedTool), 'llama.cpp', 'lm-studio'],
    [by('fewer `tools`', offeredTools), 'ollama'],
  ),
  field('parallel_tool_calls', (call: ChatCall) => call.parallelToolCalls, [
    as('parallel_tool_calls'),
    'openai',
    'openrouter',
    'vllm',
    'sglang',
    'llama.cpp',
    'generic',
  ]),
  field(
    'response_format',
    (call: ChatCall) => call.responseFormat,
    [by('`response_format`', (value) => ({ response_format: wireResponseFormat(value) })), ...ALL],
    [by('as grammar', (value) => ({ response_format: formatByGrammar(value) })), 'tgi'],
    [by('always a schema', (value) => ({ response_format: formatBySchema(value) })), 'lm-studio'],
  ),
  field('logprobs, top_logprobs', (call: ChatCall) => call.logprobs, [
    by('`logprobs`, `top_logprobs`', ({ top }) => ({ logprobs: true, ...(top > 0 && { top_logprobs: top }) })),
    ...ALL.filter((kind) => kind !== 'lm-studio'),
  ]),
  field(
    'reasoning_effort, reasoning',
    (call: ChatCall) => call.reasoning,
    [by('`reasoning_effort`', (value, { model }) => effortOfOpenAi(value, model)), 'openai'],
    [by('`reasoning`', reasoningOfOpenRouter), 'openrouter'],
    [by('`reasoning_effort`, `chat_template_kwargs`', effortAndSwitch), 'vllm', 'sglang'],
    [by('`chat_template_kwargs`', switchWithEffort), 'llama.cpp'],
    [by('`reasoning_effort` of 4', effortOfFour), 'ollama'],
    [by('`reasoning_effort` of 3', effortOfThree), 'lm-studio'],
    [by('`reasoning_effort` of 3, off: `chat_template_kwargs`', effortOrOff), 'generic'],
  ),
  field('verbosity', (call: ChatCall) => call.verbosity, [as('verbosity'), 'openai', 'openrouter']),
  field('prompt_cache_key', (call: ChatCall) => call.promptCacheKey, [as('prompt_cache_key'), 'openai']),
  field('prompt_cache_retention', (call: ChatCall) => call.promptCacheRetention, [
    as('prompt_cache_retention'),
    'openai',
  ]),
];

/** Whether a kind of server returns one choice, however many are requested. */
export function givesOneChoice(kind: ServerKind): boolean {
  return ONE_CHOICE.includes(kind);
}

/**
 * The range of a dynamic temperature as its middle and the deviation from it; a missing limit is the temperature.
 */
function dynamicTemperature(sampling: Sampling): Record<string, number> | undefined {
  const { temperature, minTemperature, maxTemperature } = sampling;
  if (minTemperature === undefined && maxTemperature === undefined) return undefined;
  const low = minTemperature ?? Math.min(temperature ?? 0, maxTemperature ?? 0);
  const high = Math.max(low, maxTemperature ?? temperature ?? 1);
  return { temperature: (low + high) / 2, dynatemp_range: (high - low) / 2 };
}
