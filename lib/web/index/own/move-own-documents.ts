import type { Queryable } from '../../../platform/db';
import { changeIndex } from '../change-index';
import { requeueMoved } from '../vectors/vector-queue';

/** What an account would bring to another one: its documents, and how many would not move. */
export type DocumentsToMove = {
  documents: number;
  /** Of these, what the other account has under the same address or name: they would not move. */
  documentsOfBoth: number;
  /** What the other account has. */
  ownDocuments: number;
};

const COUNT = `select count(*) filter (where s.owner_id = $1)::int as documents,
    count(*) filter (where s.owner_id = $1 and exists (
      select 1 from web_source o where o.owner_id = $2 and o.target = s.target))::int as "documentsOfBoth",
    count(*) filter (where s.owner_id = $2)::int as "ownDocuments"
  from web_source s where s.owner_id in ($1, $2)`;

/** Counts what `moveOwnDocuments` would move. Both accounts' rows must be locked. */
export async function countOwnDocuments(
  within: Queryable,
  fromAccountId: string,
  toAccountId: string,
): Promise<DocumentsToMove> {
  const [counted] = await within.query<DocumentsToMove>(COUNT, [fromAccountId, toAccountId]);
  return counted ?? { documents: 0, documentsOfBoth: 0, ownDocuments: 0 };
}

/**
 * Gives an account the documents of another one, which is closed; one that the account has already stays where it is. Both
 * accounts' rows must be locked. Vectors are made anew, because copies in memory know whose they are.
 */
export async function moveOwnDocuments(within: Queryable, fromAccountId: string, toAccountId: string): Promise<void> {
  const moved = await within.query<{ id: string }>(
    `update web_source s set owner_id = $2 where owner_id = $1
        and not exists (select 1 from web_source o where o.owner_id = $2 and o.target = s.target)
      returning id`,
    [fromAccountId, toAccountId],
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  await changeIndex(within, {});
  const passages = await within.query<{ id: number }>(
    `update web_passage p set owner_id = $2 from web_document d
      where d.id = p.document_id and d.source_id = any($1::uuid[]) returning p.id`,
    [ids, toAccountId],
  );
  await requeueMoved(
    within,
    passages.map(({ id }) => id),
    toAccountId,
  );
}
