import type { ToolCall } from '../../providers/spec';
import type { ChatPart, FinishReason, TokenLogprob } from '../../core/chat';

/** One choice of a non-streaming answer. */
export type GatheredChoice = {
  text: string;
  reasoning: string;
  reasoningDetails: unknown[];
  /** By the index that the model gave each call. */
  toolCalls: Map<number, ToolCall>;
  logprobs: TokenLogprob[];
  /** Upstream fields of the message that this API does not define. */
  extra: Record<string, unknown>;
  finish: FinishReason;
};

/** Parts gathered into one answer, by choice. */
export type Gathered = Map<number, GatheredChoice>;

/** Adds one part to the gathered answer. */
export function gather(gathered: Gathered, part: ChatPart): void {
  if (part.type === 'usage' || part.type === 'source') return;
  const choice = gathered.get(part.choice) ?? emptyChoice();
  gathered.set(part.choice, choice);
  switch (part.type) {
    case 'text':
      choice.text += part.text;
      append(choice.logprobs, part.logprobs);
      return;
    case 'reasoning':
      choice.reasoning += part.text;
      append(choice.reasoningDetails, part.details);
      return;
    case 'tool_call':
      gatherCall(choice.toolCalls, part);
      return;
    case 'extra':
      addFields(choice.extra, part.fields);
      return;
    case 'finish':
      choice.finish = part.reason;
  }
}

function emptyChoice(): GatheredChoice {
  return {
    text: '',
    reasoning: '',
    reasoningDetails: [],
    toolCalls: new Map(),
    logprobs: [],
    // Without a prototype, so that no field collides with an inherited member.
    extra: Object.create(null) as Record<string, unknown>,
    finish: 'stop',
  };
}

function gatherCall(calls: Map<number, ToolCall>, part: Extract<ChatPart, { type: 'tool_call' }>): void {
  const call = calls.get(part.index) ?? { id: '', name: '', arguments: '' };
  calls.set(part.index, call);
  call.id ||= part.id ?? '';
  call.name ||= part.name ?? '';
  call.arguments += part.arguments ?? '';
}

/** Adds fields that arrive in pieces: texts and lists are joined; for everything else the last value wins. */
function addFields(all: Record<string, unknown>, fields: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(fields)) {
    const known = all[name];
    if (typeof known === 'string' && typeof value === 'string') all[name] = known + value;
    else if (Array.isArray(known) && Array.isArray(value)) append(known, value);
    // A copy, because more may be appended to it.
    else all[name] = Array.isArray(value) ? Array.from<unknown>(value) : value;
  }
}

/** Appends items one by one, because `push` cannot take some hundred thousand arguments. */
function append<T>(list: T[], items: readonly T[] = []): void {
  for (const item of items) list.push(item);
}
