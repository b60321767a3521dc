import { isUuid } from '../../../core/ids';
import { database } from '../../../platform/db';
import { joinPassages, type StoredPassage } from '../join-passages';

/** A page or a file that an account has added to its searches. */
export type OwnDocument = {
  id: string;
  kind: 'page' | 'file';
  /** The address of the page, or the name of the file. */
  name: string;
  title: string;
  /** What search results have: for a file, the address under which its account can read it. */
  url: string;
  addedAt: Date;
};

const DOCUMENTS = `select s.id, s.kind, s.target as name, d.title, d.url, s.read_at as "addedAt"
  from web_source s join web_document d on d.source_id = s.id where s.owner_id = $1`;

const PASSAGES = `select p.heading, p.text from web_passage p join web_document d on d.id = p.document_id
  where d.source_id = $1 and p.owner_id = $2 order by p.id`;

/** All documents of an account, the newest first; at most `MAX_OWN_DOCUMENTS`. */
export function listOwnDocuments(accountId: string): Promise<OwnDocument[]> {
  return database().query<OwnDocument>(`${DOCUMENTS} order by s.read_at desc, s.id`, [accountId]);
}

/** A document of the account with its text as it is searched: without addresses of links. Null if it has no such one. */
export async function findOwnDocument(id: string, accountId: string): Promise<(OwnDocument & { text: string }) | null> {
  if (!isUuid(id)) return null;
  const [document] = await database().query<OwnDocument>(`${DOCUMENTS} and s.id = $2`, [accountId, id]);
  if (!document) return null;
  const passages = await database().query<StoredPassage>(PASSAGES, [id, accountId]);
  return { ...document, text: joinPassages(passages) };
}

/** Every document of the account with its text, one at a time, for its export. */
export async function* exportOwnDocuments(accountId: string): AsyncGenerator<object[]> {
  for (const { id } of await listOwnDocuments(accountId)) {
    const document = await findOwnDocument(id, accountId);
    // It may have been removed meanwhile.
    if (document) yield [document];
  }
}
