import type { TokenUsage } from '../../core/usage';
import type { ChatPart } from '../../core/chat';
import type { EffectiveParameters } from '../request/options';
import { type AnswerHead, type Charged, toCost, toWireFinish, toWireLogprob, toWireUsage } from './parts';
import type { ChatChunk } from './wire';

type WireChoice = ChatChunk['choices'][number];
/** A part that belongs to a choice. */
type ChoicePart = Exclude<ChatPart, { type: 'usage' | 'source' }>;

/** Makes the chunks of one streamed answer (docs/api-rules.md, "Streaming") and appends them to a list. */
export type ChunkMaker = {
  /** Adds the role, which begins a choice; nothing if the choice has already begun. */
  begin(part: ChatPart, chunks: ChatChunk[]): void;
  /** Adds a part as a chunk. A finish reason comes with an empty delta. */
  add(part: ChatPart, chunks: ChatChunk[]): void;
};

/** A chunk maker for one answer. */
export function chunkMaker(head: AnswerHead): ChunkMaker {
  const begun = new Set<number>();
  const chunkOf = (choice: WireChoice): ChatChunk => ({
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [choice],
  });
  return {
    begin(part, chunks) {
      if (part.type === 'usage' || begun.has(part.choice)) return;
      begun.add(part.choice);
      chunks.push(chunkOf({ index: part.choice, delta: { role: 'assistant', content: '' }, finish_reason: null }));
    },
    add(part, chunks) {
      if (part.type !== 'usage' && part.type !== 'source') chunks.push(chunkOf(toChoice(part)));
    },
  };
}

/** The first chunk if it was asked for: no choices, only the sources that were found. */
export function toSourcesChunk(head: AnswerHead, sources: EffectiveParameters['web_search_citations']): ChatChunk {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [],
    svc_parameters: { web_search_citations: sources },
  };
}

/** The last chunk: no choices, only usage and cost, and the sources if they were asked for and only now are known. */
export function toUsageChunk(
  head: AnswerHead,
  usage: TokenUsage,
  charged: Charged,
  sources?: EffectiveParameters['web_search_citations'],
): ChatChunk {
  return {
    id: head.id,
    object: 'chat.completion.chunk',
    created: head.created,
    model: head.model,
    choices: [],
    usage: toWireUsage(usage),
    cost: toCost(charged),
    ...(sources && { svc_parameters: { web_search_citations: sources } }),
  };
}

function toChoice(part: ChoicePart): WireChoice {
  const { choice: index } = part;
  const finish_reason = part.type === 'finish' ? toWireFinish(part.reason) : null;
  const logprobs =
    part.type === 'text' && part.logprobs ? { logprobs: { content: part.logprobs.map(toWireLogprob) } } : {};
  return { index, delta: toDelta(part), finish_reason, ...logprobs };
}

function toDelta(part: ChoicePart): WireChoice['delta'] {
  switch (part.type) {
    case 'text':
      return { content: part.text };
    case 'reasoning':
      return {
        ...(part.text !== '' && { reasoning_content: part.text }),
        ...(part.details && { reasoning_details: part.details as { type: string }[] }),
      };
    case 'tool_call': {
      const { index, id, name, arguments: text } = part;
      const isFirst = id !== undefined;
      // Clients keep the first fragment and append to its arguments.
      const written = text ?? (isFirst ? '' : undefined);
      const called = { ...(name !== undefined && { name }), ...(written !== undefined && { arguments: written }) };
      return { tool_calls: [{ index, ...(isFirst && { id, type: 'function' as const }), function: called }] };
    }
    case 'extra':
      return part.fields;
    case 'finish':
      return {};
  }
}
