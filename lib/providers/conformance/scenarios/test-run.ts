import type { FetchTimes } from '../../../platform/fetch';
import type { ChatCall, ToolCall } from '../../spec';
import type { ChatPart, FinishReason, TokenLogprob } from '../../../core/chat';
import type { Play } from '../scenario-upstream';
import type { Fixture } from '../fixture';
import { LightController } from '../../../platform/light-controller';

/** The operator's credential in every scenario. */
export const SECRET = 'sk-operators-own-key-123456';

/** Timeouts that make silence fail quickly, milliseconds. */
export const QUICK: Partial<FetchTimes> = { firstByteMs: 250, idleMs: 250 };

/** A call of "Hello" with some changes. */
export function callOf(more: Partial<ChatCall> = {}): ChatCall {
  return {
    model: 'some-model',
    messages: [{ role: 'user', content: 'Hello' }],
    sampling: {},
    maxTokens: 20_000,
    stop: [],
    choices: 1,
    extra: {},
    signal: new LightController().signal,
    ...more,
  };
}

/** What a call yielded, and its error, or null. */
export type Outcome = { parts: ChatPart[]; error: unknown };

/** Plays a scenario and makes one call. */
export async function run(
  fixture: Fixture,
  play: Play,
  more: Partial<ChatCall> = {},
  times?: Partial<FetchTimes>,
): Promise<Outcome> {
  const upstream = fixture.upstream();
  upstream.play(play);
  return collect(fixture.chat({ origin: upstream.origin, secret: SECRET, times })(callOf(more)));
}

/** Reads all parts. */
export async function collect(answer: AsyncIterable<ChatPart[]>): Promise<Outcome> {
  const parts: ChatPart[] = [];
  try {
    for await (const together of answer) parts.push(...together);
    return { parts, error: null };
  } catch (error) {
    return { parts, error };
  }
}

/** A choice, assembled from its pieces. */
export type Gathered = {
  text: string;
  reasoning: string;
  details: unknown[];
  calls: ToolCall[];
  logprobs: TokenLogprob[];
  finishes: FinishReason[];
};

/**
 * The choices of an answer in order. Fails if a part comes after its choice's finish, or a fragment before its call.
 */
export function gather(parts: ChatPart[]): Gathered[] {
  const choices: Gathered[] = [];
  for (const part of parts) {
    if (part.type === 'usage') continue;
    const choice = (choices[part.choice] ??= {
      text: '',
      reasoning: '',
      details: [],
      calls: [],
      logprobs: [],
      finishes: [],
    });
    if (choice.finishes.length > 0) throw new Error(`A part came after the end: ${JSON.stringify(part)}`);
    addPart(choice, part);
  }
  return choices;
}

function addPart(choice: Gathered, part: Exclude<ChatPart, { type: 'usage' }>): void {
  if (part.type === 'finish') choice.finishes.push(part.reason);
  if (part.type === 'text') {
    choice.text += part.text;
    choice.logprobs.push(...(part.logprobs ?? []));
  }
  if (part.type === 'reasoning') {
    choice.reasoning += part.text;
    choice.details.push(...(part.details ?? []));
  }
  if (part.type !== 'tool_call') return;
  const { index, id = '', name = '', arguments: text = '' } = part;
  if (!choice.calls[index] && (id === '' || name === '')) throw new Error('A call began without its id or name.');
  const call = (choice.calls[index] ??= { id: '', name: '', arguments: '' });
  choice.calls[index] = { id: call.id + id, name: call.name + name, arguments: call.arguments + text };
}

/** The last usage report. */
export function usageOf(parts: ChatPart[]): unknown {
  return parts.findLast((part) => part.type === 'usage')?.usage;
}
