import { database } from '../../platform/db';
import { joinPassages, type StoredPassage } from './join-passages';

/** A page as the index has it: its text as Markdown, without addresses of links. */
export type IndexedPage = { url: string; title: string; text: string };

/** The account's own copy of a page comes first. */
const PAGE = `select d.id, d.url, d.title from web_source s join web_document d on d.source_id = s.id and d.url = $1
  where s.removed_at is null and (s.owner_id is null or s.owner_id = $2) order by s.owner_id nulls last limit 1`;
const PASSAGES = 'select heading, text from web_passage where document_id = $1 order by id';

/**
 * A page of the local index with its text, by its address.
 * @param ownerId whose own pages are searched besides everybody's; null for nobody's
 * @returns null if the index does not have it, or only as another account's
 */
export async function findIndexedPage(url: string, ownerId: string | null): Promise<IndexedPage | null> {
  if (url.includes('\0')) return null;
  const [page] = await database().query<{ id: string; url: string; title: string }>(PAGE, [url, ownerId]);
  if (!page) return null;
  const passages = await database().query<StoredPassage>(PASSAGES, [page.id]);
  return { url: page.url, title: page.title, text: joinPassages(passages) };
}
