import { formatMoney } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import { isUnderWay } from '@/lib/client/chat/conversation';
import type { ChatMessage, Receipt } from '@/lib/client/chat/types';

/** A whole number with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A decimal string of the wire as money; nothing is lost on the way. */
export function formatDecimal(decimal: string, currency: 'USD' | 'DIEM' = 'USD', exact = false): string {
  return formatMoney(parseUsd(decimal) ?? 0n, currency, { exact });
}

/** A ticket's line in parts, e.g. `1,204 in`, `318 out`, `$0.000412`, `first token 0.31 s`, `48 tok/s`. */
export type TicketText = {
  /** `known`: the cost is there; `open`: it is being written or settled; `none`: nothing was or will be charged. */
  kind: 'known' | 'open' | 'lost' | 'none';
  parts: string[];
};

/** What the ticket under an answer says; see look, section 2. Pure. */
export function ticketText(message: ChatMessage): TicketText {
  const { ticket, state, requestId, failure } = message;
  const words = endingWords(message);
  if (ticket.receipt) return { kind: 'known', parts: [...words, ...receiptParts(ticket.receipt)] };
  if (ticket.usage) {
    const { promptTokens, completionTokens, usd, diem } = ticket.usage;
    const cost = diem === '0' ? formatDecimal(usd) : formatDecimal(diem, 'DIEM');
    const times = timeParts(ticket.firstTokenMs, ticket.durationMs, completionTokens);
    return { kind: 'known', parts: [...words, ...tokenParts(promptTokens, completionTokens), cost, ...times] };
  }
  if (isUnderWay(message)) {
    return { kind: 'open', parts: ['holding credit', ...timeParts(ticket.firstTokenMs, null, 0)] };
  }
  if (ticket.free || (failure?.status ?? 0) >= 400) return { kind: 'none', parts: [...words, 'not charged'] };
  if (requestId === null)
    return { kind: 'none', parts: [...words, state === 'failed' ? 'no answer came' : 'not charged'] };
  return { kind: 'lost', parts: [...words, 'holding …'] };
}

function endingWords({ state, finishReason }: ChatMessage): string[] {
  if (state === 'stopped') return ['stopped'];
  if (state === 'interrupted') return ['cut off when the page closed'];
  if (state === 'failed') return ['failed'];
  return finishReason === 'length' ? ['ended at the maximum length'] : [];
}

function receiptParts(receipt: Receipt): string[] {
  const units = (kinds: RegExp) =>
    receipt.lines.reduce((sum, { kind, units: count }) => (kinds.test(kind) ? sum + count : sum), 0);
  const output = units(/^(output|completion)/);
  const tokens = tokenParts(units(/^(input|prompt|cache)/), output);
  const cost = formatDecimal(receipt.charged, receipt.currency);
  return [...tokens, cost, ...timeParts(receipt.firstTokenMs, receipt.durationMs, output)];
}

const tokenParts = (input: number, output: number) => [`${formatCount(input)} in`, `${formatCount(output)} out`];

/** Below this a rate is the noise of the clock. */
const SHORTEST_WRITING_MS = 20;

/** When the first token came, and how fast the others followed. */
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
