import { database } from '../../../platform/db';
import type { Source } from './open-source';

/** A source and what the index has of it. */
export type ListedSource = Pick<Source, 'kind' | 'target' | 'baseUrl' | 'maxPages'> & {
  documents: number;
  passages: number;
  /** Passages with a vector. */
  vectors: number;
  readAt: Date;
};

const LIST = `select s.kind, s.target, s.base_url as "baseUrl", s.max_pages as "maxPages", s.read_at as "readAt",
    count(distinct d.id)::int as documents, count(distinct p.id)::int as passages,
    count(distinct v.passage_id)::int as vectors
  from web_source s left join web_document d on d.source_id = s.id left join web_passage p on p.document_id = d.id
    left join web_passage_vector v on v.passage_id = p.id
  where s.owner_id is not distinct from $1::uuid and s.removed_at is null group by s.id order by s.kind, s.target`;

/** The sources of the index, in order. @param ownerId null for those of the operator */
export function listSources(ownerId: string | null): Promise<ListedSource[]> {
  return database().transaction((tx) => tx.query<ListedSource>(LIST, [ownerId]), { timeoutMs: 30_000 });
}
