import { database } from '../../../platform/db';
import { MAX_URL_CHARACTERS, putDocument } from '../put-document';
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

/** Reads documents by their addresses, as many as it may: those of the index that a reading did not reach. */
type AskAgain = (urls: readonly string[]) => AsyncIterable<FoundDocument>;

/** What was found so far. */
type Reading = {
  sourceId: string;
  /** Addresses that the index had before. */
  indexed: ReadonlySet<string>;
  counts: Record<Awaited<ReturnType<typeof putDocument>>, number>;
  failed: SourceReport['failed'];
  kept: Set<string>;
  gone: Set<string>;
  isComplete: boolean;
};

const MAX_REPORTED = 100;
const TOO_LONG = `its address is longer than ${MAX_URL_CHARACTERS.toLocaleString('en')} characters`;

/**
 * Fills a source with documents, and removes those that it does not have anymore. What could not be read this time stays
 * as it is; so does everything if nothing could be read. If some may be read later, others may only be linked from these:
 * documents that were not reached are asked for, and only those that are gone are removed.
 * @param source one with an ID is in the index; if it was removed meanwhile, it stays so
 * @param askAgain for a source whose documents are found in one another
 * @throws what the documents throw; those before it are in the index then
 */
export async function fillSource(
  source: NewSource & { id?: string },
  documents: AsyncIterable<FoundDocument>,
  askAgain?: AskAgain,
): Promise<SourceReport> {
  const sourceId = source.id ?? (await openSource(source));
  const reading: Reading = {
    sourceId,
    indexed: new Set(askAgain === undefined ? [] : await listUrls(sourceId)),
    counts: { added: 0, changed: 0, unchanged: 0, gone: 0 },
    failed: [],
    kept: new Set(),
    gone: new Set(),
    isComplete: true,
  };
  const { counts, failed, kept, gone } = reading;
  await takeAll(reading, documents);
  const isFound = counts.added + counts.changed + counts.unchanged > 0;
  if (askAgain && isFound && !reading.isComplete && counts.gone === 0) {
    await takeAll(reading, askAgain([...reading.indexed].filter((url) => !kept.has(url) && !gone.has(url))));
  }
  const isOver = (url: string): boolean => (reading.isComplete || gone.has(url)) && !kept.has(url);
  const removed = isFound ? await removeThose(sourceId, isOver) : 0;
  const { added, changed, unchanged } = counts;
  return {
    target: source.target,
    kind: source.kind,
    documents: await countDocuments(sourceId),
    ...{ added, changed, unchanged, removed },
    failed: failed.slice(0, MAX_REPORTED),
  };
}

/** Puts documents into the index, and notes what is gone and what is kept. */
async function takeAll(reading: Reading, documents: AsyncIterable<FoundDocument>): Promise<void> {
  const { sourceId, indexed, counts, failed, kept, gone } = reading;
  for await (const document of documents) {
    const { url } = document;
    if ('failure' in document) {
      const { failure, outcome } = document;
      failed.push({ url, reason: failure });
      (outcome === 'gone' ? gone : kept).add(url);
      // What it linked to when it was indexed is not known anymore, even if it stays like this.
      if (outcome === 'passing' || (outcome === 'final' && indexed.has(url))) reading.isComplete = false;
      continue;
    }
    if (url.length > MAX_URL_CHARACTERS) {
      failed.push({ url, reason: TOO_LONG });
      continue;
    }
    kept.add(url);
    counts[await putDocument({ sourceId, ...document })] += 1;
    // The source was removed.
    if (counts.gone > 0) return;
  }
}

/** In no order, so that each is asked for at some time although only some are. */
async function listUrls(sourceId: string): Promise<string[]> {
  const rows = await database().query<{ url: string }>(
    'select url from web_document where source_id = $1 order by random()',
    [sourceId],
  );
  return rows.map(({ url }) => url);
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
