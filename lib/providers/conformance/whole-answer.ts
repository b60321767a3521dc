import type { FinishReason } from '../../core/chat';
import type { TokenUsage } from '../../core/usage';
import type { ToolCall } from '../spec';
import type { Step } from './dialect';

/** Content of a choice that comes in one piece: what the steps of a stream send of it, joined. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string; signature?: string }
  | ({ type: 'call'; index: number } & ToolCall);

/** The steps of one choice as they come in one piece. Absent members were not sent. */
export type WholeAnswer = { blocks: Block[]; finish?: FinishReason; usage?: TokenUsage };

/** Joins the steps of one choice; of several usage reports the last one counts. */
export function joinSteps(steps: readonly Step[]): WholeAnswer {
  const answer: WholeAnswer = { blocks: [] };
  for (const step of steps) {
    if ('finish' in step) answer.finish = step.finish;
    else if ('usage' in step) answer.usage = step.usage;
    else addStep(answer.blocks, step);
  }
  return answer;
}

function addStep(blocks: Block[], step: Exclude<Step, { finish: unknown } | { usage: unknown }>): void {
  const last = blocks.at(-1);
  if ('text' in step) {
    if (last?.type === 'text') last.text += step.text;
    else blocks.push({ type: 'text', text: step.text });
  } else if ('reasoning' in step) {
    const block = last?.type === 'reasoning' ? last : { type: 'reasoning' as const, text: '' };
    if (block !== last) blocks.push(block);
    block.text += step.reasoning;
    if (step.signature !== undefined) block.signature = step.signature;
  } else if ('call' in step) {
    const { index, id = '', name = '', arguments: text = '' } = step.call;
    if (last?.type === 'call' && last.index === index) last.arguments += text;
    else blocks.push({ type: 'call', index, id, name, arguments: text });
  }
}
