import { formatCount } from '@/components/ui/show/count-text';
import { formatMoney } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import { countedParts, hasNoOutput } from '@/lib/client/chat/answer/parts';
import { isUnderWay } from '@/lib/client/chat/conversation';
import { costOfTokens, type TokenPrice } from '@/lib/client/chat/estimate/cost';
import { tokensOfText } from '@/lib/client/chat/estimate/tokens';
import type { ChatMessage, Receipt, AnswerReceipt } from '@/lib/client/chat/types';
import type { AnswerImage } from '@/lib/client/stream-chat';

/** Formats a decimal string from the API as money, without losing precision. */
function formatDecimal(decimal: string, currency: 'USD' | 'DIEM' = 'USD'): string {
  return formatMoney(parseUsd(decimal) ?? 0n, currency);
}

/** A receipt line as parts, e.g. `1,204 in`, `318 out`, `$0.000412`, `first token 0.31 s`, `48 tok/s`. */
export type ReceiptText = {
  /**
   * `known`: the cost is known; `open`: the answer is streaming, without parts until its first token arrives; `lost`:
   * the charge is not known yet; `none`: nothing was or will be charged.
   */
  kind: 'known' | 'open' | 'lost' | 'none';
  parts: string[];
};

/**
 * The receipt line under an answer. Pure.
 * @param price of its model: while it streams, the line shows about what it has cost so far
 */
export function receiptText(message: ChatMessage, price?: TokenPrice): ReceiptText {
  const { ticket, requestId, failure } = message;
  const ending = endingParts(message);
  if (message.earlier && message.earlier.length > 0) return textOfParts(message, ending, price);
  const cost = chargedText(ticket);
  const { images } = message;
  if (images && cost !== null) {
    return { kind: 'known', parts: [...ending, ...tokensBesideImages(ticket), ...imageParts(images, cost)] };
  }
  // First: the same figures stay when the receipt, whose times are those of the server, is fetched.
  if (ticket.usage && cost !== null) {
    const { promptTokens, completionTokens } = ticket.usage;
    const times = timeParts(ticket.firstTokenMs, ticket.durationMs, completionTokens);
    return { kind: 'known', parts: [...ending, ...tokenParts(promptTokens, completionTokens), cost, ...times] };
  }
  if (ticket.receipt) return { kind: 'known', parts: [...ending, ...receiptParts(ticket.receipt)] };
  if (isUnderWay(message)) {
    return { kind: 'open', parts: runningParts(message, price) };
  }
  if (ticket.free || (failure?.status ?? 0) >= 400) return { kind: 'none', parts: [...ending, 'not charged'] };
  if (requestId === null)
    return { kind: 'none', parts: [...ending, isUnanswered(message) ? 'no answer' : 'not charged'] };
  return { kind: 'lost', parts: [...ending, 'charge pending'] };
}

/** Below this, the speed of a running answer jumps. */
const SHORTEST_RATE_MS = 500;

/**
 * About how many tokens a running answer has, what they cost, and how fast they arrive. Of a continued answer only what
 * its last request has brought is estimated, and no speed, because its time includes the pause.
 * @param earlier the sums of its requests before
 */
function runningParts(message: ChatMessage, price: TokenPrice | undefined, earlier = NOTHING): string[] {
  const { text, reasoning, ticket, sentTokens, createdAt, touchedAt, continuedAt } = message;
  const { firstTokenMs } = ticket;
  const written = continuedAt
    ? tokensOfText(text.slice(continuedAt.text)) + tokensOfText(reasoning.slice(continuedAt.reasoning))
    : tokensOfText(text) + tokensOfText(reasoning);
  if (written === 0 || sentTokens === undefined)
    return [...(earlier === NOTHING ? [] : figuresOf(earlier)), ...timeParts(firstTokenMs, null, 0)];
  const usd = price ? costOfTokens(price, { input: sentTokens, output: written }) : null;
  const sum = add(earlier, {
    ...{ input: sentTokens, output: written, diemNano: 0n },
    usdNano: usd === null ? 0n : (parseUsd(usd) ?? 0n),
  });
  const figures = usd === null ? tokenParts(sum.input, sum.output) : figuresOf(sum);
  const durationMs = touchedAt - createdAt;
  const isSteady = !continuedAt && firstTokenMs !== null && durationMs - firstTokenMs >= SHORTEST_RATE_MS;
  return [...figures.map((figure) => `≈ ${figure}`), ...timeParts(firstTokenMs, isSteady ? durationMs : null, written)];
}

/** How many images were drawn, and what everything cost: blocked ones cost nothing. */
function imageParts(images: readonly AnswerImage[], cost: string): string[] {
  const drawn = images.filter(({ violation }) => violation !== true).length;
  if (drawn === 0) return ['blocked', 'not charged'];
  return [drawn === 1 ? '1 image' : `${drawn} images`, cost];
}

/** Models that answer with text and images are paid for tokens. */
function tokensBesideImages({ usage, receipt }: AnswerReceipt): string[] {
  const { input, output } = usage
    ? { input: usage.promptTokens, output: usage.completionTokens }
    : receipt
      ? countsOf(receipt)
      : NOTHING;
  return input + output > 0 ? tokenParts(input, output) : [];
}

/** What one request cost; null if that is not known yet. */
export function chargedText({ usage, receipt }: AnswerReceipt): string | null {
  if (usage) return usage.diem === '0' ? formatDecimal(usage.usd) : formatDecimal(usage.diem, 'DIEM');
  return receipt && formatDecimal(receipt.charged, receipt.currency);
}

/** Whether its last request may have reached the server even though no response arrived. */
const isUnanswered = ({ state, requestId, failure }: ChatMessage): boolean =>
  state === 'failed' && requestId === null && (failure?.status ?? 0) < 400;

/** The receipt line of a continued answer: the sums over all its requests. */
function textOfParts(message: ChatMessage, ending: string[], price?: TokenPrice): ReceiptText {
  const parts = countedParts(message);
  const known = parts.flatMap(({ ticket }) => sumOf(ticket) ?? []);
  const total = known.reduce(add, NOTHING);
  const figures = known.length > 0 ? figuresOf(total) : [];
  if (isUnderWay(message) && message.ticket.usage === null)
    return { kind: 'open', parts: runningParts(message, price, known.length > 0 ? total : NOTHING) };
  if (isUnderWay(message)) return { kind: 'open', parts: figures };
  if (parts.length === 0)
    return { kind: 'none', parts: [...ending, isUnanswered(message) ? 'no answer' : 'not charged'] };
  const requests = parts.length > 1 ? [`${parts.length} requests`] : [];
  if (known.length < parts.length)
    return { kind: 'lost', parts: [...ending, ...requests, ...figures, 'charge pending'] };
  return { kind: 'known', parts: [...ending, ...requests, ...figures] };
}

type Sum = { input: number; output: number; usdNano: bigint; diemNano: bigint };
const NOTHING: Sum = { input: 0, output: 0, usdNano: 0n, diemNano: 0n };

const add = (one: Sum, other: Sum): Sum => ({
  input: one.input + other.input,
  output: one.output + other.output,
  usdNano: one.usdNano + other.usdNano,
  diemNano: one.diemNano + other.diemNano,
});

/** The sums of one request; null if they are not known yet. */
function sumOf({ receipt, usage }: AnswerReceipt): Sum | null {
  if (usage) {
    const { promptTokens, completionTokens, usd, diem } = usage;
    const money = { usdNano: parseUsd(usd) ?? 0n, diemNano: parseUsd(diem) ?? 0n };
    return { input: promptTokens, output: completionTokens, ...money };
  }
  if (!receipt) return null;
  const nano = parseUsd(receipt.charged) ?? 0n;
  const isDiem = receipt.currency === 'DIEM';
  return { ...countsOf(receipt), usdNano: isDiem ? 0n : nano, diemNano: isDiem ? nano : 0n };
}

const figuresOf = (sum: Sum): string[] => [...tokenParts(sum.input, sum.output), costOf(sum)];

/** Amounts in different currencies are never added. */
function costOf({ usdNano, diemNano }: Sum): string {
  if (diemNano === 0n) return formatMoney(usdNano, 'USD');
  const diem = formatMoney(diemNano, 'DIEM');
  return usdNano === 0n ? diem : `${formatMoney(usdNano, 'USD')} + ${diem}`;
}

function endingParts(message: ChatMessage): string[] {
  const { state, finishReason, failure } = message;
  if (state === 'stopped') return ['stopped'];
  if (state === 'interrupted') return ['cut off when the page closed'];
  if (state === 'failed') {
    const isBroken = message.requestId !== null && (failure?.status ?? 0) < 400 && !hasNoOutput(message);
    return [isBroken ? 'interrupted' : 'failed'];
  }
  if (finishReason !== 'length') return [];
  const { receipt, free } = message.ticket;
  // Only the receipt says why.
  if (!receipt && !free) return ['ended early'];
  return [receipt?.ending === 'credit_ran_out' ? 'ended when credit ran out' : 'ended at the maximum length'];
}

function receiptParts(receipt: Receipt): string[] {
  const { input, output } = countsOf(receipt);
  const cost = formatDecimal(receipt.charged, receipt.currency);
  return [...tokenParts(input, output), cost, ...timeParts(receipt.firstTokenMs, receipt.durationMs, output)];
}

function countsOf({ lines }: Receipt): Pick<Sum, 'input' | 'output'> {
  const units = (kinds: RegExp) =>
    lines.reduce((sum, { kind, units: count }) => (kinds.test(kind) ? sum + count : sum), 0);
  return { input: units(/^(input|prompt|cache)/), output: units(/^(output|completion)/) };
}

const tokenParts = (input: number, output: number) => [`${formatCount(input)} in`, `${formatCount(output)} out`];

/** Below this, a rate would only measure timer noise. */
const SHORTEST_WRITING_MS = 20;

/** The time to the first token, and the speed of the rest. */
function timeParts(firstTokenMs: number | null, durationMs: number | null, tokens: number): string[] {
  if (firstTokenMs === null) return [];
  const parts = [`first token ${formatSeconds(firstTokenMs)}`];
  const writingMs = durationMs === null ? 0 : durationMs - firstTokenMs;
  if (tokens > 1 && writingMs >= SHORTEST_WRITING_MS)
    parts.push(`${formatCount(Math.round(((tokens - 1) * 1000) / writingMs))} tok/s`);
  return parts;
}

/** Milliseconds as seconds: two decimals under ten seconds, one above. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}
