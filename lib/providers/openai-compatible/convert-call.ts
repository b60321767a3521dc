import type { ChatCall, ChatMessage } from '../spec';

/**
 * Fields that a caller cannot pass on: they would change who answers, what the operator pays, how much is generated
 * beyond what is held, or reach into the upstream's inside. Everything else unknown to us is forwarded as it came.
 */
// prettier-ignore
const NEVER_FORWARDED = new Set([
  // Ours to set, under every name in use.
  'model', 'messages', 'prompt', 'input', 'stream', 'stream_options', 'n', 'best_of', 'use_beam_search', 'max_tokens',
  'max_completion_tokens', 'max_output_tokens', 'max_new_tokens', 'max_length', 'n_predict', 'num_predict', 'options',
  'user', 'store', 'metadata',
  // Another model, another route, another price.
  'models', 'provider', 'route', 'transforms', 'plugins', 'preset', 'service_tier', 'speed', 'priority', 'lora_path',
  'lora', 'adapter_id', 'fallbacks', 'web_search_options', 'modalities', 'audio', 'prediction', 'background',
  // The upstream's inside.
  'request_id', 'rid', 'id_slot', 'slot_id', 'keep_alive', 'kv_transfer_params', 'vllm_xargs', 'bootstrap_host',
  'bootstrap_port', 'bootstrap_room', 'session_params', 'session_id', 'chat_template', 'custom_logit_processor',
  'logits_processors', 'mm_processor_kwargs', 'media_io_kwargs', 'return_hidden_states', 'prompt_logprobs', 'echo',
]);

/**
 * A neutral call as the JSON of `POST /chat/completions`. Always streamed, with usage asked for: what a caller who
 * does not stream gets is collected by us.
 * @param strict whether the server refuses fields outside OpenAI's own list
 */
export function convertCall(call: ChatCall, strict: boolean): Record<string, unknown> {
  const { sampling } = call;
  return {
    ...Object.fromEntries(Object.entries(call.extra).filter(([name]) => !NEVER_FORWARDED.has(name))),
    model: call.model,
    messages: call.messages.map((message) => convertMessage(message, strict)),
    stream: true,
    stream_options: { include_usage: true },
    [strict ? 'max_completion_tokens' : 'max_tokens']: call.maxTokens,
    ...(call.choices > 1 && { n: call.choices }),
    ...(call.stop.length > 0 && { stop: call.stop }),
    ...defined({
      temperature: sampling.temperature,
      top_p: sampling.topP,
      frequency_penalty: sampling.frequencyPenalty,
      presence_penalty: sampling.presencePenalty,
      seed: sampling.seed,
    }),
    ...(strict
      ? defined({ prompt_cache_key: call.promptCacheKey })
      : defined({ top_k: sampling.topK, min_p: sampling.minP, repetition_penalty: sampling.repetitionPenalty })),
  };
}

function convertMessage(message: ChatMessage, strict: boolean): Record<string, unknown> {
  const name = defined({ name: message.name });
  switch (message.role) {
    case 'system':
    case 'developer':
      // Templates of open models know no `developer`.
      return { role: strict ? message.role : 'system', content: message.content, ...name };
    case 'user':
      return { role: 'user', content: message.content, ...name };
    case 'assistant':
      return {
        role: 'assistant',
        content: message.content,
        ...name,
        ...(!strict && defined({ reasoning_content: message.reasoning, reasoning_details: message.reasoningDetails })),
        ...(message.toolCalls && {
          tool_calls: message.toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: call.arguments },
          })),
        }),
      };
    case 'tool':
      return { role: 'tool', content: message.content, tool_call_id: message.toolCallId, ...name };
  }
}

function defined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
