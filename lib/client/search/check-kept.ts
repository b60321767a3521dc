import { isRecord } from '../failure';
import { ENGINES, type ReadPage, type SearchAnswer } from './types';

/** Checks a stored answer, which another version or an extension may have written; null if it is not valid. */
export function asAnswer(value: unknown): SearchAnswer | null {
  const isValid =
    isRecord(value) &&
    typeof value.query === 'string' &&
    ENGINES.some((engine) => engine === value.engine) &&
    Array.isArray(value.results) &&
    value.results.every((result: unknown) => hasText(result, 'title', 'url', 'content', 'date')) &&
    isPaid(value.paid);
  return isValid ? (value as SearchAnswer) : null;
}

/** Checks a stored page; null if it is not valid. */
export function asPage(value: unknown): ReadPage | null {
  return hasText(value, 'url', 'content') && isPaid(value.paid) ? (value as ReadPage) : null;
}

function isPaid(value: unknown): boolean {
  return (
    isRecord(value) &&
    (value.requestId === null || typeof value.requestId === 'string') &&
    Number.isFinite(value.tookMs) &&
    Number.isFinite(value.at) &&
    (value.cost === undefined ||
      value.cost === 'pending' ||
      value.cost === 'free' ||
      hasText(value.cost, 'amount', 'currency'))
  );
}

function hasText(value: unknown, ...names: string[]): value is Record<string, unknown> {
  return isRecord(value) && names.every((name) => typeof value[name] === 'string');
}
