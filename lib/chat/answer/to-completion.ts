import type { TokenUsage } from '../../core/usage';
import type { EffectiveParameters } from '../request/options';
import type { Gathered, GatheredChoice } from './gather';
import { type AnswerHead, type Charged, toCost, toWireFinish, toWireLogprob, toWireUsage } from './parts';
import type { ChatCompletion } from './wire';

type WireChoice = ChatCompletion['choices'][number];

/** The complete answer (docs/api-rules.md, "Chat answer"). */
export function toCompletion(
  head: AnswerHead,
  gathered: Gathered,
  usage: TokenUsage,
  charged: Charged,
  options: EffectiveParameters,
): ChatCompletion {
  const choices = [...gathered].sort(([one], [other]) => one - other);
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: choices.map(([index, choice]) => ({
      index,
      finish_reason: toWireFinish(choice.finish),
      stop_reason: null,
      logprobs: toLogprobs(choice),
      message: toMessage(choice),
    })),
    usage: toWireUsage(usage),
    cost: toCost(charged),
    prompt_logprobs: null,
    svc_parameters: options,
  };
}

function toMessage({ text, reasoning, reasoningDetails, toolCalls, extra }: GatheredChoice): WireChoice['message'] {
  const calls = [...toolCalls].sort(([one], [other]) => one - other).map(([, call]) => call);
  return {
    // First, so that the upstream's own fields never override ours.
    ...extra,
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    reasoning_content: reasoning === '' ? null : reasoning,
    ...(reasoningDetails.length > 0 && { reasoning_details: reasoningDetails as { type: string }[] }),
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
  };
}

/**
 * Both layouts in use: a list of all tokens, and the first token's members at the top level
 * (docs/api-rules.md, "Wire tolerances").
 */
function toLogprobs({ logprobs }: GatheredChoice): WireChoice['logprobs'] {
  if (logprobs.length === 0) return null;
  const content = logprobs.map(toWireLogprob);
  return { content, ...content[0] };
}
