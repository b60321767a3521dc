import { apiFetch, reportSignedOut, sendJson } from '../api';
import { apiFailure, isRecord, readFailure } from '../failure';
import { now, ticks } from '../now';
import type { Asked, Paid, ReadPage, SearchAnswer, SearchResult } from './types';

/** The most results that the API returns. */
const LIMIT = 20;

/**
 * Searches the web. Sent without an Idempotency-Key: an answer that is stored for repeats would contain the query.
 * @throws ApiFailure; the signal's reason if the caller aborted
 */
export async function sendSearch({ query, engine }: Asked, signal: AbortSignal): Promise<SearchAnswer> {
  const { body, paid } = await post('/api/v1/augment/search', { query, limit: LIMIT, search_provider: engine }, signal);
  if (!Array.isArray(body.results)) throw unreadable(paid);
  return { query, engine, results: body.results.filter(isRecord).flatMap(resultOf), paid };
}

/** Reads a page as Markdown. @throws ApiFailure; the signal's reason if the caller aborted */
export async function sendRead(url: string, signal: AbortSignal): Promise<ReadPage> {
  const { body, paid } = await post('/api/v1/augment/scrape', { url }, signal);
  if (typeof body.content !== 'string') throw unreadable(paid);
  return { url, content: body.content, paid };
}

/** Reads a page of the local index, which is free. @throws ApiFailure; the signal's reason if the caller aborted */
export async function readIndexed(url: string, signal: AbortSignal): Promise<ReadPage> {
  const sentAt = ticks();
  const path = `/api/console/search/page?url=${encodeURIComponent(url)}`;
  const { data } = await apiFetch<{ data: { content: string } }>(path, { signal });
  return { url, content: data.content, paid: { requestId: null, tookMs: ticks() - sentAt, at: now(), cost: 'free' } };
}

async function post(
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<{ body: Record<string, unknown>; paid: Paid }> {
  const sentAt = ticks();
  const response = await sendJson(path, { method: 'POST', body, signal });
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const answer: unknown = await response.json().catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    return null;
  });
  const paid = { requestId: response.headers.get('cf-ray'), tookMs: ticks() - sentAt, at: now() };
  if (!isRecord(answer)) throw unreadable(paid);
  return { body: answer, paid };
}

function unreadable({ requestId }: Paid) {
  return apiFailure({ status: 200, code: 'UNREADABLE', message: 'The server’s answer could not be read.', requestId });
}

/** A result without an address leads nowhere and is left out. */
function resultOf({ title, url, content, date }: Record<string, unknown>): SearchResult[] {
  if (typeof url !== 'string' || url === '') return [];
  return [{ title: textOf(title), url, content: textOf(content), date: textOf(date) }];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
