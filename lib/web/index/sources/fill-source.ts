import { database } from '../../../platform/db';
import { putDocument } from '../put-document';
import { type NewSource, openSource } from './open-source';
import { removeDocuments } from './remove-source';

/** A document of a source, or why it could not be read. */
export type FoundDocument = { url: string } & ({ title: string; markdown: string; date: string } | FailedDocument);

/**
 * - `gone`: the source does not have it anymore
 * - `final`: it has it, and it is no text that may be read
 * - `passing`: it may be read later; documents that only this one names were not found
 */
export type FailedDocument = { failure: string; outcome: 'gone' | 'final' | 'passing' };

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
 * as it is; so does everything if nothing could be read, and everything but what is gone if some may be read later.
 * @param source one with an ID is in the index; if it was removed meanwhile, it stays so
 * @throws what the documents throw; those before it are in the index then
 */
export async function fillSource(
  source: NewSource & { id?: string },
  documents: AsyncIterable<FoundDocument>,
): Promise<SourceReport> {
  const sourceId = source.id ?? (await openSource(source));
  const counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };
  const failed: SourceReport['failed'] = [];
  const kept = new Set<string>();
  const gone = new Set<string>();
  let isComplete = true;
  for await (const document of documents) {
    if ('failure' in document) {
      const { url, failure, outcome } = document;
      failed.push({ url, reason: failure });
      (outcome === 'gone' ? gone : kept).add(url);
      if (outcome === 'passing') isComplete = false;
      continue;
    }
    kept.add(document.url);
    counts[await putDocument({ sourceId, ...document })] += 1;
    // The source was removed.
    if (counts.gone > 0) break;
  }
  const { added, changed, unchanged } = counts;
  const isOver = (url: string): boolean => (isComplete ? !kept.has(url) : gone.has(url) && !kept.has(url));
  const removed = added + changed + unchanged === 0 ? 0 : await removeThose(sourceId, isOver);
  return {
    target: source.target,
    kind: source.kind,
    documents: await countDocuments(sourceId),
    ...{ added, changed, unchanged, removed },
    failed: failed.slice(0, MAX_REPORTED),
  };
}

function removeThose(sourceId: string, isOver: (url: string) => boolean): Promise<number> {
  return database().transaction(async (tx) => {
    await tx.query('select 1 from web_source where id = $1 for update', [sourceId]);
    const rows = await tx.query<{ id: string; url: string }>('select id, url from web_document where source_id = $1', [
      sourceId,
    ]);
    const over = rows.filter(({ url }) => isOver(url)).map(({ id }) => id);
    return removeDocuments(tx, over);
  });
}

async function countDocuments(sourceId: string): Promise<number> {
  const [row] = await database().query<{ n: bigint }>('select count(*) as n from web_document where source_id = $1', [
    sourceId,
  ]);
  return Number(row?.n ?? 0);
}
