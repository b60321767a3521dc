import type { TokenLogprob } from '../../../core/chat';
import { isRecord, listOf } from './values';

/** What servers report for an impossible token: JSON has no minus infinity. */
const IMPOSSIBLE = -9_999;

/**
 * Log probabilities of a piece. Accepts `{content: […]}`, a bare list, the lists of the older route
 * (`{tokens, token_logprobs, top_logprobs}`) and a single flat token.
 * @param top how many alternatives were requested; some servers return more
 * @returns empty if there are none
 */
export function readLogprobs(value: unknown, top: number): TokenLogprob[] {
  if (Array.isArray(value)) return readTokens(value, top);
  if (!isRecord(value)) return [];
  if (Array.isArray(value.content)) return readTokens(value.content, top);
  if (typeof value.token === 'string') return readTokens([value], top);
  const { tokens, token_logprobs: logprobs, top_logprobs: alternatives } = value;
  const entries = listOf(tokens).map((token, at) => ({
    token,
    logprob: listOf(logprobs)[at],
    top_logprobs: listOf(alternatives)[at],
  }));
  return readTokens(entries, top);
}

function readTokens(entries: readonly unknown[], top: number): TokenLogprob[] {
  return entries.flatMap((entry) => {
    const token = readToken(entry);
    return token ? [{ ...token, top: readAlternatives(entry, top) }] : [];
  });
}

/** Alternatives are entries like the token itself, or a map from token to log probability. */
function readAlternatives(entry: unknown, top: number): Omit<TokenLogprob, 'top'>[] {
  const alternatives = isRecord(entry) ? entry.top_logprobs : undefined;
  const list = isRecord(alternatives)
    ? Object.entries(alternatives).map(([token, logprob]) => ({ token, logprob }))
    : listOf(alternatives);
  return list.slice(0, top).flatMap((alternative) => readToken(alternative) ?? []);
}

function readToken(entry: unknown): Omit<TokenLogprob, 'top'> | null {
  if (!isRecord(entry) || typeof entry.token !== 'string') return null;
  const { token, logprob, bytes } = entry;
  return {
    token,
    logprob: typeof logprob === 'number' ? logprob : IMPOSSIBLE,
    bytes: Array.isArray(bytes) && bytes.every(isByte) ? bytes : null,
  };
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;
}
