import { weightOf } from '../core/text-weight';
import { addUsage, estimateTokens, type TokenUsage } from '../core/usage';
import type { Bill } from '../ledger/types';
import { billOf, joinParts } from '../models/price/bill';
import { extraParts, type ExtraUsage } from '../models/price/extras';
import { textBill, textParts } from '../models/price/text';
import type { TextModel } from '../models/model';
import { clock } from '../platform/clock';
import type { ChatPart, TokenLogprob } from '../core/chat';
import type { Prompt } from './prompt/build-prompt';

/** Counts what a request produced, for its bill. */
export type ChatMeter = {
  /**
   * Sets the maximum that was requested of the upstream, of all choices together: no more tokens are charged.
   * @param mostPrompt the most prompt tokens that are charged, if the upstream may read more than it was sent
   */
  limitTo(mostTokens: number, mostPrompt?: number): void;
  add(part: ChatPart): void;
  /** Begins a call of the model with this prompt. What was counted before is the use of an earlier one, and is added. */
  beginCall(prompt: Prompt): void;
  /** Counts sources from the web: the prompt with them, and what getting them costs. */
  addSources(grown: Prompt, used: ExtraUsage): void;
  /** Notes that the caller gets the sources: they are owed even if the model then fails. */
  showSources(): void;
  /** Whether there is anything to charge for. */
  produced(): boolean;
  /** When the first token came, milliseconds since 1970. */
  firstAtMs(): number | null;
  bill(): Bill;
  /** The token usage that the bill is based on. */
  usage(): TokenUsage;
  /** Whether all output so far came with its exact count of tokens, so that no report can change the bill. */
  countsPieces(): boolean;
  /** Whether an answer ended at its maximum length. */
  reachedMaximum(): boolean;
  /** Completion tokens that the upstream reported beyond the requested ones: not charged. */
  unchargedTokens(): number;
};

/**
 * A meter of one request.
 * - The upstream's usage report counts. It covers the output that had arrived by then; later output is counted here and
 *   added, less what the report had counted in advance: the first report of a running count never covers a whole answer.
 *   A report of zero tokens for a prompt, or for text that had arrived, is ignored, and so is an impossible count.
 * - Output without a report counts as the tokens that its pieces reported, else its text is counted here. Counting from
 *   text marks the bill as estimated.
 * - Completion tokens beyond the requested ones are never charged, whatever the upstream reports.
 * @param owesPartial whether output before a failure is charged
 */
export function chatMeter(model: TextModel, written: Prompt, owesPartial: () => boolean): ChatMeter {
  let call = callMeter(model, written);
  /** The use of the call before the present one; null if there was none. */
  let earlier: Measured | null = null;
  let extras: ExtraUsage | null = null;
  let sourcesShown = false;
  /** Whether the sources are all that there is to charge for. */
  const onlySources = () => sourcesShown && !call.isFinished() && !call.hasOutput();
  /** The use of all calls that count: without output, the present one does not if it is not all that there is. */
  const calls = (): Measured[] => {
    const isIdle = onlySources() || (earlier !== null && !call.isFinished() && !call.hasOutput());
    return [...(earlier === null ? [] : [earlier]), ...(isIdle ? [] : [call.measure()])];
  };
  return {
    limitTo: (tokens, ofPrompt) => call.limitTo(tokens, ofPrompt),
    add: (part) => call.add(part),
    beginCall(asked) {
      if (call.hasOutput()) earlier = call.measure();
      call = callMeter(model, asked);
    },
    addSources(grown, used) {
      call.setPrompt(grown);
      extras = used;
    },
    showSources() {
      sourcesShown = true;
    },
    // A report before any output is no output; a finish without text, but with a report, is.
    produced: () => owesPartial() && (sourcesShown || earlier !== null || call.hasOutput()),
    firstAtMs: () => call.firstAtMs(),
    bill() {
      const used = calls();
      const [only, ...more] = used;
      if (extras === null && only && more.length === 0) return textBill(model.price, only.usage, only.estimated);
      const parts = joinParts(used.flatMap(({ usage }) => textParts(model.price, usage)));
      return billOf(
        [...parts, ...extraParts(extras ?? {})],
        used.some(({ estimated }) => estimated),
      );
    },
    usage: () =>
      calls()
        .map(({ usage }) => usage)
        .reduce<TokenUsage | null>((sum, usage) => (sum === null ? usage : addUsage(sum, usage)), null) ?? NOTHING_USED,
    countsPieces: () => call.countsPieces(),
    reachedMaximum: () => call.reachedMaximum(),
    unchargedTokens: () => calls().reduce((sum, { unchargedTokens }) => sum + unchargedTokens, 0),
  };
}

/** Counts what one call of the model produces. */
function callMeter(model: TextModel, asked: Prompt) {
  let prompt = asked;
  const output = makeOutputWeight();
  let reasoningWeight = 0;
  /** Whether output without text came, e.g. encrypted thinking: it weighs nothing, but the prompt was read for it. */
  let hasOpaqueOutput = false;
  let firstAtMs: number | null = null;
  let report: Report | null = null;
  /** Tokens that the pieces reported themselves; null once a piece reported none. */
  let counted: number | null = 0;
  let finished = false;
  let most: Most = { tokens: Number.POSITIVE_INFINITY, prompt: Number.POSITIVE_INFINITY };
  let reachedMaximum = false;
  return {
    limitTo(tokens: number, ofPrompt = Number.POSITIVE_INFINITY): void {
      most = { tokens, prompt: ofPrompt };
    },
    setPrompt(grown: Prompt): void {
      prompt = grown;
    },
    add(part: ChatPart): void {
      if (part.type === 'usage' && isCredible(part.usage, model, prompt, most))
        report = { usage: part.usage, weight: output.total() };
      if (part.type === 'finish') {
        finished = true;
        reachedMaximum ||= part.reason === 'length';
      }
      const found = outputOf(part);
      if (!found) return;
      output.add(part, found.weight);
      counted = counted === null || found.tokens === undefined ? null : counted + found.tokens;
      if (part.type === 'reasoning') reasoningWeight += found.weight;
      hasOpaqueOutput ||= isOpaqueOutput(part);
      if (output.total() > 0 || hasOpaqueOutput) firstAtMs ??= clock.now();
    },
    measure: () => measureUsage({ prompt, report, weight: output.total(), reasoningWeight, counted, most }),
    hasOutput: () => output.total() > 0 || hasOpaqueOutput || (finished && report !== null),
    isFinished: () => finished,
    firstAtMs: () => firstAtMs,
    countsPieces: () => counted !== null && counted > 0,
    reachedMaximum: () => reachedMaximum,
  };
}

/** How much output a part is: its weight, and its tokens if the model reported them; null for no output. */
function outputOf(part: ChatPart): { weight: number; tokens?: number } | null {
  switch (part.type) {
    case 'text':
      return { weight: weightOf(part.text), tokens: part.tokens };
    case 'reasoning':
      return {
        weight:
          weightOf(part.text) || part.details?.reduce((sum: number, detail) => sum + weightOfFields(detail), 0) || 0,
      };
    case 'tool_call':
      return { weight: weightOf(part.name ?? '') + weightOf(part.arguments ?? ''), tokens: part.tokens };
    case 'extra':
      return { weight: weightOfFields(part.fields) };
    case 'source':
    case 'finish':
    case 'usage':
      return null;
  }
}

/** Whether a part is output that counts by its text. */
export function isVisible(part: ChatPart): boolean {
  return (outputOf(part)?.weight ?? 0) > 0 || (part.type === 'text' && weightOfTokens(part.logprobs) > 0);
}

/** The weight of all output: of its text or, where that weighs more, of the tokens with log probabilities. */
function makeOutputWeight() {
  let text = 0;
  /** An upstream may send tokens before their text, or without it. */
  let tokens = 0;
  let other = 0;
  return {
    add: (part: ChatPart, weight: number): void => {
      if (part.type !== 'text') {
        other += weight;
        return;
      }
      text += weight;
      tokens += weightOfTokens(part.logprobs);
    },
    total: () => other + Math.max(text, tokens),
  };
}

function weightOfTokens(logprobs: TokenLogprob[] | undefined): number {
  return logprobs?.reduce((sum, { token }) => sum + weightOf(token), 0) ?? 0;
}

/** Members of upstream fields that are output, but not text of the model. */
const OPAQUE: readonly string[] = ['data', 'signature', 'thought_signature'];

/** Members of upstream fields that do not count as tokens. */
const NOT_TEXT: ReadonlySet<string> = new Set(['type', 'id', 'format', 'index', ...OPAQUE]);

/** Whether a part is, or contains, output that cannot be read. */
function isOpaqueOutput(part: ChatPart): boolean {
  if (part.type === 'reasoning') return part.details !== undefined && part.details.length > 0;
  return part.type === 'extra' && OPAQUE.some((name) => Boolean(part.fields[name]));
}

/** The weight of the text in upstream fields. */
function weightOfFields(fields: unknown): number {
  if (typeof fields !== 'object' || fields === null) return 0;
  const texts = Object.entries(fields).filter(([name, value]) => !NOT_TEXT.has(name) && value !== null);
  return texts.reduce((sum, [, value]) => sum + weightOf(typeof value === 'string' ? value : JSON.stringify(value)), 0);
}

/** How many times the high estimate a prompt may have, and how many times the context an answer may have (`n`). */
const MOST_TIMES = 8;

/**
 * An impossible count is ignored: one absurd number must not empty an account. Prompt tokens with a bound of their own do
 * not: what a vendor reads for its search is no prompt of ours.
 */
function isCredible(
  { promptTokens, completionTokens }: TokenUsage,
  model: TextModel,
  prompt: Prompt,
  most: Most,
): boolean {
  const mostOutput = MOST_TIMES * Math.max(model.contextTokens, model.maxCompletionTokens);
  const isPossible = promptTokens <= Math.max(model.contextTokens, MOST_TIMES * prompt.tokens);
  return (isPossible || Number.isFinite(most.prompt)) && completionTokens <= mostOutput;
}

/** The upstream's last usage report, and the weight of the output that had arrived before it. */
type Report = { usage: TokenUsage; weight: number };

/** The most tokens that are charged: generated ones, and those of the prompt. */
type Most = { tokens: number; prompt: number };

/** What a meter has counted so far. */
type Counts = {
  prompt: Prompt;
  report: Report | null;
  /** Of all output. */
  weight: number;
  reasoningWeight: number;
  /** Tokens that the pieces reported themselves; null once a piece reported none. */
  counted: number | null;
  most: Most;
};

/** The usage to charge, and the completion tokens beyond the requested ones. */
type Measured = { usage: TokenUsage; unchargedTokens: number; estimated: boolean };

const NOTHING_USED: TokenUsage = { promptTokens: 0, completionTokens: 0 };

/** What one call of the model is charged for. */
function measureUsage({ prompt, report, weight, reasoningWeight, counted, most }: Counts): Measured {
  const completion = countCompletion(report, weight, counted, most.tokens);
  const reportedPrompt = report?.usage.promptTokens ?? 0;
  const reasoningTokens = completion.estimated ? estimateTokens(reasoningWeight) : 0;
  const usage: TokenUsage = {
    ...report?.usage,
    promptTokens: Math.min(reportedPrompt > 0 ? reportedPrompt : countPrompt(prompt), most.prompt),
    completionTokens: Math.min(completion.tokens, most.tokens),
  };
  if (usage.cachedTokens !== undefined) usage.cachedTokens = Math.min(usage.cachedTokens, usage.promptTokens);
  const reasoning = reasoningTokens > 0 ? reasoningTokens : usage.reasoningTokens;
  if (reasoning !== undefined) usage.reasoningTokens = Math.min(reasoning, usage.completionTokens);
  return {
    usage,
    unchargedTokens: completion.tokens - usage.completionTokens,
    estimated: completion.estimated || (reportedPrompt === 0 && !prompt.exact),
  };
}

function countCompletion(
  report: Report | null,
  weight: number,
  counted: number | null,
  mostTokens: number,
): { tokens: number; estimated: boolean } {
  const reported = report?.usage.completionTokens ?? 0;
  const covered = report?.weight ?? 0;
  const believed = report !== null && (reported > 0 || covered === 0);
  if (believed && covered === weight) return { tokens: reported, estimated: false };
  if (counted !== null) return { tokens: counted, estimated: false };
  if (!believed) return { tokens: Math.min(estimateTokens(weight), mostTokens), estimated: true };
  const ahead = Math.max(0, reported - estimateTokens(covered));
  const later = Math.max(0, estimateTokens(weight) - estimateTokens(covered) - ahead);
  const missing = Math.min(later, Math.max(0, mostTokens - reported));
  return { tokens: reported + missing, estimated: missing > 0 };
}

function countPrompt(prompt: Prompt): number {
  return prompt.exact ? prompt.tokens : Math.min(estimateTokens(prompt.weight) + prompt.mediaTokens, prompt.tokens);
}
