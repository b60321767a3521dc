import type { TextModel } from '../../models/model';
import type { ChatCall, Reasoning } from '../../providers/spec';
import type { ResponseFormat, Sampling, Tool } from '../../core/chat';
import type { Effort } from '../../models/values';
import type { ChatRequest } from '../contract';

/** Name of a schema that was sent without one. */
const SCHEMA_NAME = 'response';
/**
 * A higher number of alternatives per token counts as this one (docs/api-rules.md, "Chat request fields"): no upstream
 * returns more.
 */
const MAX_TOP_LOGPROBS = 20;

/** The options of a call that only depend on the request's fields; undefined if not requested. */
export type CallOptions = Pick<
  ChatCall,
  | 'sampling'
  | 'stop'
  | 'stopTokenIds'
  | 'tools'
  | 'toolChoice'
  | 'parallelToolCalls'
  | 'responseFormat'
  | 'logprobs'
  | 'reasoning'
  | 'verbosity'
  | 'promptCacheRetention'
>;

/**
 * The fields of a request in the neutral layout.
 * @param thinks false if `disable_thinking` is set: it overrides every request for reasoning
 * @param model its defaults, set by the operator, apply if the caller sets nothing
 */
export function toCallOptions(
  body: ChatRequest,
  thinks: boolean,
  model: Pick<TextModel, 'abilities' | 'sentDefaults' | 'defaultReasoningEffort'>,
): CallOptions {
  const tools = toTools(body.tools);
  // A model without reasoning has nothing to turn off, and some servers reject the option.
  const canThink = model.abilities.some((ability) => ability === 'reasoning' || ability === 'reasoning_effort');
  const requested = thinks ? toReasoning(body, model.defaultReasoningEffort) : { enabled: false };
  const reasoning = canThink ? requested : null;
  const responseFormat = toResponseFormat(body.response_format);
  const verbosity = body.verbosity ?? body.text?.verbosity ?? 'auto';
  const hasTools = tools.length > 0;
  const isCacheKept = body.prompt_cache_retention && body.prompt_cache_retention !== 'default';
  return {
    sampling: toSampling(body, model.sentDefaults),
    stop: body.stop === undefined ? [] : [body.stop].flat(),
    stopTokenIds: body.stop_token_ids?.length ? body.stop_token_ids : undefined,
    tools: hasTools ? tools : undefined,
    toolChoice: hasTools && body.tool_choice !== undefined ? toToolChoice(body.tool_choice) : undefined,
    parallelToolCalls: hasTools ? body.parallel_tool_calls : undefined,
    responseFormat: responseFormat ?? undefined,
    logprobs: body.logprobs ? { top: Math.min(body.top_logprobs ?? 0, MAX_TOP_LOGPROBS) } : undefined,
    reasoning: reasoning ?? undefined,
    verbosity: verbosity === 'auto' ? undefined : verbosity,
    // The two longer values mean the same (docs/api-rules.md, "Chat request fields").
    promptCacheRetention: isCacheKept ? '24h' : undefined,
  };
}

function toSampling(body: ChatRequest, defaults: TextModel['sentDefaults'] = {}): Sampling {
  return {
    temperature: body.temperature ?? defaults.temperature,
    minTemperature: body.min_temp,
    maxTemperature: body.max_temp,
    topP: body.top_p ?? defaults.topP,
    topK: body.top_k,
    minP: body.min_p,
    frequencyPenalty: body.frequency_penalty ?? defaults.frequencyPenalty,
    presencePenalty: body.presence_penalty ?? defaults.presencePenalty,
    repetitionPenalty: body.repetition_penalty ?? defaults.repetitionPenalty,
    seed: body.seed,
  };
}

function toTools(tools: ChatRequest['tools']): Tool[] {
  return (tools ?? []).flatMap((tool): Tool[] => {
    if (tool.type !== 'function') return [];
    const { name, description, parameters, strict } = tool.function;
    return [
      {
        name,
        ...(description && { description }),
        ...(parameters && { parameters }),
        ...(strict != null && { strict }),
      },
    ];
  });
}

function toToolChoice(choice: NonNullable<ChatRequest['tool_choice']>): NonNullable<ChatCall['toolChoice']> {
  return typeof choice === 'string' ? choice : { name: choice.function.name };
}

function toResponseFormat(format: ChatRequest['response_format']): ResponseFormat | null {
  if (!format || format.type === 'text') return null;
  if (format.type === 'json_object') return { type: 'json_object' };
  const { json_schema: given } = format;
  // A bare schema may replace its envelope (docs/api-rules.md, "Structured output").
  const { name, description, schema, strict } = isMap(given.schema)
    ? given
    : { ...given, schema: given, name: undefined };
  return {
    type: 'json_schema',
    name: typeof name === 'string' && name !== '' ? name : SCHEMA_NAME,
    ...(typeof description === 'string' && isMap(given.schema) && { description }),
    schema: schema as Record<string, unknown>,
    ...(typeof strict === 'boolean' && { strict }),
  };
}

function toReasoning(
  { reasoning_effort: wanted, reasoning }: ChatRequest,
  defaultEffort: Effort | undefined,
): Reasoning | null {
  const asked = wanted ?? reasoning?.effort ?? undefined;
  const enabled = asked === undefined ? (reasoning?.enabled ?? undefined) : undefined;
  // If reasoning is turned off, no effort is sent.
  const effort = asked ?? (enabled === false ? undefined : defaultEffort);
  const summary = reasoning?.summary ?? undefined;
  if (effort === undefined && enabled === undefined && summary === undefined) return null;
  return {
    ...(effort !== undefined && { effort }),
    ...(enabled !== undefined && { enabled }),
    ...(summary !== undefined && { summary }),
  };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
