import { isApiError } from '../../core/errors';
import { database, sqlState } from '../../platform/db';
import type { WebResult } from '../web-result';
import { type IndexQuery, rankPassages } from './rank-passages';

/** Passages that are read per result: several of the best ones may be of the same page. */
const PASSAGES_PER_RESULT = 4;

/** Whose a passage is, is asked of the database: copies of vectors may not know yet that it was moved. */
const READ = `select p.id, p.text, d.title, d.url, d.date from web_passage p join web_document d on d.id = p.document_id
  where p.id = any($1::int[]) and (p.owner_id is null or p.owner_id = $2)`;

type Row = { id: number; text: string; title: string; url: string; date: string };

/**
 * Searches the local index: pages and files that the operator has added, and the owner's own, if one is given.
 * @returns one result per page, the best first, with its best passage as Markdown
 * @throws ApiError NOT_READY without a database; any other Error is without the query, which must not be logged
 */
export async function searchIndex(
  { limit, ...query }: IndexQuery & { limit: number },
  signal?: AbortSignal,
): Promise<WebResult[]> {
  try {
    const ids = (await rankPassages(query, signal)).slice(0, limit * PASSAGES_PER_RESULT);
    const rows = await database().query<Row>(READ, [ids, query.ownerId ?? null]);
    const found = new Map(rows.map((row) => [row.id, row]));
    const results = new Map<string, WebResult>();
    for (const id of ids) {
      const row = found.get(id);
      if (row === undefined || results.has(row.url)) continue;
      results.set(row.url, { title: row.title, url: row.url, content: row.text, date: row.date });
    }
    return [...results.values()].slice(0, limit);
  } catch (thrown) {
    if (isApiError(thrown) || signal?.aborted) throw thrown;
    const kind = sqlState(thrown) ?? (thrown instanceof Error ? thrown.name : typeof thrown);
    // Errors of a database have the statement's parameters, and this one is logged.
    throw new Error(`The local index failed (${kind}).`);
  }
}
