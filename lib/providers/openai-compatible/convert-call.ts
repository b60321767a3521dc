import { forwardedFields } from '../kit/forwarded-fields';
import type { ChatCall, ChatMessage } from '../spec';

/**
 * A neutral call as the JSON of `POST /chat/completions`. Always streamed, with usage asked for: what a caller who
 * does not stream gets is collected by us.
 * @param strict whether the server refuses fields outside OpenAI's own list
 */
export function convertCall(call: ChatCall, strict: boolean): Record<string, unknown> {
  const { sampling } = call;
  return {
    ...forwardedFields(call.extra),
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
