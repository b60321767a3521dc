import { estimateTokens, type TokenUsage } from '../core/usage';
import type { Bill } from '../ledger/types';
import { textBill } from '../models/price';
import type { TextModel } from '../models/model';
import { clock } from '../platform/clock';
import type { ChatPart } from '../providers/spec';
import type { Prompt } from './prompt';

/** Counts what a request produced, for its bill. */
export type ChatMeter = {
  add(part: ChatPart): void;
  /** Whether there is something to charge for. */
  produced(): boolean;
  /** When the first token came, milliseconds since 1970. */
  firstAtMs(): number | null;
  bill(): Bill;
  /** The tokens that the bill is made of. */
  usage(): TokenUsage;
};

/**
 * A meter of one request. The upstream's own usage counts; where the answer ended before it came, the tokens that its
 * pieces told; else (or where usage claims that text cost no tokens) the text is counted here and the bill is marked
 * as estimated.
 * @param owesPartial whether what came before a failure is to be paid
 */
export function chatMeter(model: TextModel, prompt: Prompt, owesPartial: () => boolean): ChatMeter {
  let characters = 0;
  let reasoningCharacters = 0;
  let firstAtMs: number | null = null;
  let reported: TokenUsage | null = null;
  /** Tokens that the pieces told of themselves; null once a piece told none. */
  let counted: number | null = 0;
  const measure = (): { usage: TokenUsage; estimated: boolean } => {
    if (reported && reported.promptTokens > 0 && (reported.completionTokens > 0 || characters === 0)) {
      return { usage: reported, estimated: false };
    }
    if (!reported && prompt.exact && counted !== null) {
      return { usage: { promptTokens: prompt.tokens, completionTokens: counted }, estimated: false };
    }
    const reasoningTokens = estimateTokens(reasoningCharacters);
    const usage: TokenUsage = {
      promptTokens: prompt.exact ? prompt.tokens : Math.min(estimateTokens(prompt.characters), prompt.tokens),
      completionTokens: estimateTokens(characters),
      ...(reasoningTokens > 0 && { reasoningTokens: Math.min(reasoningTokens, estimateTokens(characters)) }),
    };
    return { usage, estimated: true };
  };
  return {
    add(part) {
      if (part.type === 'usage') reported = part.usage;
      if (part.type !== 'text' && part.type !== 'reasoning') return;
      if (part.text !== '') firstAtMs ??= clock.now();
      characters += part.text.length;
      const tokens = part.type === 'text' ? part.tokens : undefined;
      counted = counted === null || tokens === undefined ? null : counted + tokens;
      if (part.type === 'reasoning') reasoningCharacters += part.text.length;
    },
    produced: () => owesPartial() && (characters > 0 || reported !== null),
    firstAtMs: () => firstAtMs,
    bill() {
      const { usage, estimated } = measure();
      return textBill(model.price, usage, estimated);
    },
    usage: () => measure().usage,
  };
}
