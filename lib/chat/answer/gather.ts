import type { ChatPart, FinishReason, TokenLogprob, ToolCall } from '../../providers/spec';

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

/** Adds one part to what was gathered. */
export function gather(gathered: Gathered, part: ChatPart): void {
  if (part.type === 'usage') return;
  const choice = gathered.get(part.choice) ?? emptyChoice();
  gathered.set(part.choice, choice);
  switch (part.type) {
    case 'text':
      choice.text += part.text;
      if (part.logprobs) choice.logprobs.push(...part.logprobs);
      return;
    case 'reasoning':
      choice.reasoning += part.text;
      if (part.details) choice.reasoningDetails.push(...part.details);
      return;
    case 'tool_call':
      gatherCall(choice.toolCalls, part);
      return;
    case 'extra':
      choice.extra = joined(choice.extra, part.fields);
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
    extra: {},
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

/** Fields that arrive in pieces: texts and lists are joined; for everything else the last value wins. */
function joined(before: Record<string, unknown>, fields: Record<string, unknown>): Record<string, unknown> {
  const all = { ...before };
  for (const [name, value] of Object.entries(fields)) {
    const known = Object.hasOwn(all, name) ? all[name] : undefined;
    if (typeof known === 'string' && typeof value === 'string') all[name] = known + value;
    else if (Array.isArray(known) && Array.isArray(value))
      all[name] = [...(known as unknown[]), ...(value as unknown[])];
    else all[name] = value;
  }
  return all;
}
