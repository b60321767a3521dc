import { createHash } from 'node:crypto';
import { newId } from '../../core/ids';
import { database, type Queryable } from '../../platform/db';
import { changeIndex } from './change-index';
import { type Passage, splitPassages } from './split-passages';

/** More of a document is not indexed, characters. */
const MAX_TEXT_CHARACTERS = 2_000_000;
const MAX_TITLE_CHARACTERS = 500;
/** Longer addresses are not kept whole: the crawler leaves out documents that have one. */
export const MAX_URL_CHARACTERS = 2_000;
/** Passages that one statement writes: some 150 KB. */
const BATCH = 100;

/** A document of a source: an address (http or https), and its text as Markdown. */
export type Document = { sourceId: string; url: string; title: string; markdown: string; date: string };

/** What became of a document. */
type Outcome = 'added' | 'changed' | 'unchanged' | 'gone';

/**
 * Adds a document to the index, or replaces the one with its address in the same source. One that has not changed is
 * left alone.
 * @returns `gone` if its source was removed in the meantime
 */
export function putDocument(document: Document): Promise<Outcome> {
  return database().transaction((tx) => putDocumentWithin(tx, document));
}

/** The same as a part of a transaction. */
export async function putDocumentWithin(tx: Queryable, document: Document): Promise<Outcome> {
  const url = document.url.slice(0, MAX_URL_CHARACTERS);
  const title = document.title.replaceAll('\0', '').trim().slice(0, MAX_TITLE_CHARACTERS);
  const markdown = document.markdown.slice(0, MAX_TEXT_CHARACTERS);
  const date = document.date.replaceAll('\0', '');
  const hash = createHash('sha256')
    .update(JSON.stringify([title, date, markdown]))
    .digest('hex');
  // Locked, so that two readers of the same source write one after the other, and none into a source that is removed.
  const [source] = await tx.query<{ owner_id: string | null }>(
    'select owner_id from web_source where id = $1 and removed_at is null for update',
    [document.sourceId],
  );
  if (!source) return 'gone';
  const [before] = await tx.query<{ id: string; hash: string; passages: bigint }>(BEFORE, [document.sourceId, url]);
  if (before?.hash === hash) return 'unchanged';
  const passages = splitPassages(title, markdown);
  const removed = Number(before?.passages ?? 0);
  const { firstId } = await changeIndex(tx, { added: passages.length, removed });
  if (before) await tx.query('delete from web_document where id = $1', [before.id]);
  const id = newId();
  await tx.query('insert into web_document (id, source_id, url, title, date, hash) values ($1, $2, $3, $4, $5, $6)', [
    id,
    document.sourceId,
    url,
    title,
    date,
    hash,
  ]);
  await insertPassages(tx, { documentId: id, ownerId: source.owner_id, firstId }, passages);
  return before ? 'changed' : 'added';
}

const BEFORE = `select d.id, d.hash, (select count(*) from web_passage p where p.document_id = d.id) as passages
  from web_document d where d.source_id = $1 and d.url = $2`;

const INSERT = `insert into web_passage (id, document_id, owner_id, heading, text)
  select $1::int + n::int - 1, $2::uuid, $3::uuid, heading, text
  from unnest($4::text[], $5::text[]) with ordinality as given(heading, text, n)`;

async function insertPassages(
  tx: Queryable,
  { documentId, ownerId, firstId }: { documentId: string; ownerId: string | null; firstId: number },
  passages: readonly Passage[],
): Promise<void> {
  for (let at = 0; at < passages.length; at += BATCH) {
    const batch = passages.slice(at, at + BATCH);
    const texts = [batch.map(({ heading }) => heading), batch.map(({ text }) => text)];
    await tx.query(INSERT, [firstId + at, documentId, ownerId, ...texts]);
  }
}
