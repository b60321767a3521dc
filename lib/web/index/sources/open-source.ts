import { newId } from '../../../core/ids';
import { clock } from '../../../platform/clock';
import { database, type Queryable } from '../../../platform/db';

/** What the index is filled from (`web_source`). */
export type Source = {
  id: string;
  kind: 'site' | 'folder' | 'documentation' | 'page' | 'file';
  target: string;
  /** Whose searches find it; null for everybody's. */
  ownerId: string | null;
  /** Empty for a site. */
  baseUrl: string;
  maxPages: number;
};

/** A source as it is added. */
export type NewSource = Pick<Source, 'kind' | 'target' | 'ownerId'> & Partial<Pick<Source, 'baseUrl' | 'maxPages'>>;

const OWNER = `coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid)`;

const UPSERT = `insert into web_source (id, owner_id, kind, target, base_url, max_pages, read_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (${OWNER}, target) do update
    set kind = excluded.kind, base_url = excluded.base_url, max_pages = excluded.max_pages, read_at = excluded.read_at
  returning id`;

/**
 * Adds a source, or changes the one with the same target and owner. Documentation that was removed stays so, and takes no
 * documents.
 * @param within a transaction that it is a part of
 * @returns its ID, for `putDocument`
 */
export async function openSource(
  { kind, target, ownerId, baseUrl = '', maxPages = 1 }: NewSource,
  within: Queryable = database(),
): Promise<string> {
  const params = [newId(), ownerId, kind, target, baseUrl, maxPages, new Date(clock.now())];
  const [row] = await within.query<{ id: string }>(UPSERT, params);
  return row?.id ?? '';
}
