import { database } from '../../../platform/db';
import { putDocument } from '../put-document';
import { type NewSource, openSource } from './open-source';
import { removeDocuments } from './remove-source';

/** A document of a source, or why it could not be read. */
export type FoundDocument = { url: string } & ({ title: string; markdown: string; date: string } | { failure: string });

/** What reading a source has changed. */
export type SourceReport = {
  target: string;
  kind: NewSource['kind'];
  /** How many documents it has now. */
  documents: number;
  added: number;
  changed: number;
  unchanged: number;
  removed: number;
  /** At most 100. */
  failed: { url: string; reason: string }[];
};

const MAX_REPORTED = 100;

/**
 * Fills a source with documents, and removes those that it does not have anymore. What could not be read this time stays
 * as it is; so does everything if nothing could be read.
 * @throws what the documents throw; those before it are in the index then
 */
export async function fillSource(source: NewSource, documents: AsyncIterable<FoundDocument>): Promise<SourceReport> {
  const sourceId = await openSource(source);
  const counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };
  const failed: SourceReport['failed'] = [];
  const seen = new Set<string>();
  for await (const document of documents) {
    seen.add(document.url);
    if ('failure' in document) failed.push({ url: document.url, reason: document.failure });
    else counts[await putDocument({ sourceId, ...document })] += 1;
  }
  const { added, changed, unchanged } = counts;
  const removed = added + changed + unchanged === 0 ? 0 : await removeOthers(sourceId, seen);
  return {
    target: source.target,
    kind: source.kind,
    documents: await countDocuments(sourceId),
    ...{ added, changed, unchanged, removed },
    failed: failed.slice(0, MAX_REPORTED),
  };
}

function removeOthers(sourceId: string, seen: ReadonlySet<string>): Promise<number> {
  return database().transaction(async (tx) => {
    await tx.query('select 1 from web_source where id = $1 for update', [sourceId]);
    const rows = await tx.query<{ id: string; url: string }>('select id, url from web_document where source_id = $1', [
      sourceId,
    ]);
    const others = rows.filter(({ url }) => !seen.has(url)).map(({ id }) => id);
    return removeDocuments(tx, others);
  });
}

async function countDocuments(sourceId: string): Promise<number> {
  const [row] = await database().query<{ n: bigint }>('select count(*) as n from web_document where source_id = $1', [
    sourceId,
  ]);
  return Number(row?.n ?? 0);
}
