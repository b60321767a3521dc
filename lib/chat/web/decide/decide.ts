import type { ChatPart } from '../../../core/chat';
import type { ReceiptItem } from '../../../ledger/charge/types';
import { thinkingStripper } from '../../answer/strip-thinking';
import type { ChatMeter } from '../../meter';
import type { Plan } from '../../plan';
import type { Prompt } from '../../prompt/build-prompt';
import { addSources } from '../add-sources';
import { skipSearch, type WebPlan } from '../plan-web';
import { followClassifier } from './plan-decision';
import { MAX_ARGUMENTS_CHARACTERS, queryOf, SEARCH_TOOL } from './search-tool';
import { CALL_TOKENS } from './two-calls';

/**
 * So much text is held back: a model may announce its call. What is longer is the answer, and a call after it is
 * dropped.
 */
const HELD_BACK_CHARACTERS = 120;

/** Calls the model. @param spentNano what was used of the hold @param mostTokens of its answer */
type Ask = (asked: Plan, spentNano: bigint, mostTokens: number) => AsyncIterable<ChatPart[]>;

/** An answer whose model decides about a search. */
type Deciding = {
  /** The parts of both calls. All of them are counted. */
  parts(web: WebPlan, asking: Prompt, ask: Ask): AsyncGenerator<ChatPart[], void>;
  /** What the caller gets of them: the parts of the call that answers. The receipt passes. */
  shown(items: AsyncIterable<ChatPart[] | ReceiptItem>): AsyncGenerator<ChatPart[] | ReceiptItem, void>;
};

/**
 * An answer of `enable_web_search: auto` whose model decides (docs/api-rules.md, "Web search in chats"): it is offered
 * a function that searches. If it answers, that is the answer. If it calls the function, its query is searched for, and
 * a second call without the function answers; if the call cannot be read, the classifier decides about the search.
 * Nothing of the first call is shown then.
 */
export function decide(plan: Plan, meter: ChatMeter): Deciding {
  const { budget, options, context } = plan;
  let state: 'holding' | 'answered' | 'passing' = 'passing';
  return {
    async *parts(web, asking, ask) {
      state = 'holding';
      const reader = firstCallReader();
      let hasBegun = false;
      const call = { ...plan.call, tools: [SEARCH_TOOL] };
      const forget = () => {
        hasBegun = true;
      };
      meter.beginCall(asking);
      for await (const list of ask({ ...plan, prompt: asking, call, forget }, 0n, budget.maxTokens)) {
        const read = reader.read(list);
        if (state === 'holding' && reader.isAnswer()) {
          state = 'answered';
          skipSearch(web, options);
          // The request is not needed for a second call.
          if (hasBegun) plan.forget();
        }
        if (read.length > 0) yield read;
        if (reader.isTooLong()) break;
      }
      const made = reader.call();
      if (made === null) state = 'answered';
      if (made === null || context.signal.aborted) return;
      const [{ costNano }, { completionTokens }] = [meter.bill(), meter.usage()];
      await searchFor(plan, web, queryOf(made));
      meter.beginCall(plan.prompt);
      meter.addSources(plan.prompt, web.used);
      state = 'passing';
      yield* ask(plan, costNano, Math.min(budget.maxTokens, budget.maxTokens + CALL_TOKENS - completionTokens));
    },
    async *shown(items) {
      let heldBack: ChatPart[] = [];
      for await (const item of items) {
        if (state === 'holding' && Array.isArray(item)) {
          heldBack.push(...item);
          continue;
        }
        if (state === 'answered' && heldBack.length > 0) yield heldBack;
        heldBack = [];
        yield item;
      }
    },
  };
}

/** Adds the sources of the model's query to the plan, or of the classifier's; one that finds nothing is not billed. */
async function searchFor(plan: Plan, web: WebPlan, query: string | null): Promise<void> {
  plan.asking = null;
  if (query === null) followClassifier(web, plan.options);
  else web.question = { kind: 'search', query };
  await addSources(plan, plan.context.signal);
  if (plan.options.web_search_citations.length === 0) web.used = {};
}

/** Reads the call that decides. */
function firstCallReader() {
  const withoutThinking = thinkingStripper();
  let characters = 0;
  let hasEnded = false;
  let call: { index: number; name: string; arguments: string } | null = null;
  const isAnswer = () => call === null && (hasEnded || characters > HELD_BACK_CHARACTERS);
  const note = (part: ChatPart): void => {
    if (part.type === 'finish') hasEnded = true;
    if (part.type === 'text' && call === null) characters += part.text.trim().length;
    if (part.type !== 'tool_call' || isAnswer()) return;
    call ??= { index: part.index, name: part.name ?? '', arguments: '' };
    if (part.index === call.index) call.arguments += part.arguments ?? '';
  };
  return {
    /** Notes parts. @returns those that are passed on: an answer has no calls, and a call does not end the answer */
    read(parts: ChatPart[]): ChatPart[] {
      for (const part of parts) withoutThinking(part).forEach(note);
      if (call !== null) return parts.filter(({ type }) => type !== 'finish');
      if (!isAnswer()) return parts;
      return parts.flatMap((part): ChatPart[] => {
        if (part.type === 'tool_call') return [];
        return part.type === 'finish' && part.reason === 'tool_calls' ? [{ ...part, reason: 'stop' }] : [part];
      });
    },
    isAnswer,
    /** Whether the arguments are longer than a query can be. */
    isTooLong: () => (call?.arguments.length ?? 0) > MAX_ARGUMENTS_CHARACTERS,
    /** The first call; null if there is none. */
    call: () => call,
  };
}
