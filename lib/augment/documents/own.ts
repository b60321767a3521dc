import type { RunContext } from '../../accounts/caller';
import { isUuid } from '../../core/ids';
import { findOwnDocument, listOwnDocuments } from '../../web/index/own/find-own-documents';
import { MAX_OWN_DOCUMENTS } from '../../web/index/own/put-own-document';
import { removeOwnSource } from '../../web/index/sources/remove-source';
import type { DocumentList, ListedDocument } from '../contract';
import { documentNotFound, toListed } from './listed';

type Context = Pick<RunContext, 'caller'>;

/** All documents of the caller's account, the newest first, and how many it may have. */
export async function listDocuments({ caller }: Context): Promise<DocumentList> {
  const documents = await listOwnDocuments(caller.account.id);
  return { object: 'list', data: documents.map(toListed), max: MAX_OWN_DOCUMENTS };
}

/** A document of the caller's account with its text. @throws ApiError NOT_FOUND, also for another account's */
export async function findDocument(
  id: string,
  { caller }: Context,
): Promise<{ data: ListedDocument & { text: string } }> {
  const document = await findOwnDocument(id, caller.account.id);
  if (!document) throw documentNotFound(id);
  return { data: { ...toListed(document), text: document.text } };
}

/** Removes a document of the caller's account for good. @throws ApiError NOT_FOUND, also for another account's */
export async function removeDocument(id: string, { caller }: Context): Promise<{ success: true }> {
  const isRemoved = isUuid(id) && (await removeOwnSource(id, caller.account.id));
  if (!isRemoved) throw documentNotFound(id);
  return { success: true };
}
