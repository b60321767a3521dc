import { clock } from '../../../platform/clock';
import { database, type Queryable } from '../../../platform/db';
import { changeIndex } from '../change-index';
import type { Source } from './open-source';

const COUNT = `select count(distinct d.id) as documents, count(p.id) as passages
  from web_document d left join web_passage p on p.document_id = d.id where d.id = any($1::uuid[])`;
const REMEMBER = 'update web_source set removed_at = $2 where id = $1';

/**
 * Removes a source with all its documents. Our own documentation, which every start adds, is remembered as removed.
 * @param ownerId null for a source of the operator's
 * @returns how many documents it had; null if there is no such source
 */
export function removeSource(target: string, ownerId: string | null): Promise<number | null> {
  return database().transaction(async (tx) => {
    const [source] = await tx.query<{ id: string; kind: Source['kind'] }>(
      `select id, kind from web_source
        where target = $1 and owner_id is not distinct from $2::uuid and removed_at is null for update`,
      [target, ownerId],
    );
    if (!source) return null;
    const documents = await tx.query<{ id: string }>('select id from web_document where source_id = $1', [source.id]);
    const removed = await removeDocuments(
      tx,
      documents.map(({ id }) => id),
    );
    if (source.kind === 'documentation') await tx.query(REMEMBER, [source.id, new Date(clock.now())]);
    else await tx.query('delete from web_source where id = $1', [source.id]);
    return removed;
  });
}

/** Forgets that our own documentation was removed: the next start indexes it again. */
export async function forgetRemoval(): Promise<void> {
  await database().query("delete from web_source where kind = 'documentation' and removed_at is not null");
}

/** Removes a source of an account by its ID. @returns whether the account had it */
export function removeOwnSource(id: string, accountId: string): Promise<boolean> {
  return database().transaction(async (tx) => {
    const lock = 'select id from web_source where id = $1 and owner_id = $2 for update';
    const [source] = await tx.query<{ id: string }>(lock, [id, accountId]);
    if (!source) return false;
    const documents = await tx.query<{ id: string }>('select id from web_document where source_id = $1', [id]);
    await removeDocuments(
      tx,
      documents.map((document) => document.id),
    );
    await tx.query('delete from web_source where id = $1', [id]);
    return true;
  });
}

/** Removes all sources of an account, within the transaction that deletes it. */
export async function removeSourcesOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('select 1 from web_source where owner_id = $1 for update', [accountId]);
  const documents = await within.query<{ id: string }>(
    'select d.id from web_document d join web_source s on s.id = d.source_id where s.owner_id = $1',
    [accountId],
  );
  await removeDocuments(
    within,
    documents.map(({ id }) => id),
  );
  await within.query('delete from web_source where owner_id = $1', [accountId]);
}

/** Removes documents within a transaction that has locked their source. @returns how many there were */
export async function removeDocuments(tx: Queryable, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [count] = await tx.query<{ documents: bigint; passages: bigint }>(COUNT, [ids]);
  await changeIndex(tx, { removed: Number(count?.passages ?? 0) });
  await tx.query('delete from web_document where id = any($1::uuid[])', [ids]);
  return Number(count?.documents ?? 0);
}
