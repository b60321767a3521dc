import { invalidRequest } from '../../../core/errors';
import type { Queryable } from '../../../platform/db';
import { settings } from '../../../platform/env';
import { putDocumentWithin } from '../put-document';
import { openSource } from '../sources/open-source';

/** Documents of an account; each has at most `MAX_OWN_CHARACTERS`, so that all of them are bounded, too. */
export const MAX_OWN_DOCUMENTS = 50;
/** The text of a document that is kept; pages are never longer. */
export const MAX_OWN_CHARACTERS = 200_000;

/**
 * Passages of all documents of an account: what they take of the index. A text of short sections has more of them than
 * its length suggests.
 */
export const MAX_OWN_PASSAGES = 10_000;

/** Class of the advisory locks under which the documents of one account are added one after another. */
const ADD_LOCK = 7_203_613;

/** A page or a file of an account. */
export type NewOwnDocument = {
  ownerId: string;
  kind: 'page' | 'file';
  /** The address of the page, or the name of the file: another document of the account with it is replaced. */
  target: string;
  title: string;
  markdown: string;
  /** ISO 8601; empty if unknown. */
  date: string;
};

/**
 * Adds a document that only its account's searches find, within a transaction that has locked the account.
 * @returns its ID
 * @throws ApiError INVALID_REQUEST if the account has as many as it may have, or too many parts of them
 */
export async function putOwnDocument(
  within: Queryable,
  { ownerId, kind, target, ...text }: NewOwnDocument,
): Promise<string> {
  await within.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADD_LOCK, ownerId]);
  const [own] = await within.query<{ others: bigint }>(
    'select count(*) as others from web_source where owner_id = $1 and target <> $2',
    [ownerId, target],
  );
  assertBelowLimit(Number(own?.others ?? 0));
  const sourceId = await openSource({ kind, target, ownerId }, within);
  const url = kind === 'page' ? target : addressOfFile(sourceId);
  await putDocumentWithin(within, { ...text, sourceId, url });
  const [all] = await within.query<{ passages: bigint }>(
    'select count(*) as passages from web_passage where owner_id = $1',
    [ownerId],
  );
  if (Number(all?.passages) > MAX_OWN_PASSAGES) throw tooManyPassages();
  return sourceId;
}

/** @throws ApiError INVALID_REQUEST with the bound if an account has as many other documents as it may have */
export function assertBelowLimit(others: number): void {
  if (others < MAX_OWN_DOCUMENTS) return;
  const message = `An account has at most ${MAX_OWN_DOCUMENTS} documents. Remove one first.`;
  throw invalidRequest([{ code: 'too_big', maximum: MAX_OWN_DOCUMENTS, path: [], message }]);
}

function tooManyPassages() {
  const most = MAX_OWN_PASSAGES.toLocaleString('en');
  const message = `With this one, the account’s documents have more than ${most} sections or parts of some 200 words. Remove one first.`;
  return invalidRequest([{ code: 'too_big', maximum: MAX_OWN_PASSAGES, path: [], message }]);
}

/** Where the account itself can read a file: search results have an address of the web. */
function addressOfFile(id: string): string {
  return `${settings().publicOrigin}/search?document=${id}`;
}
