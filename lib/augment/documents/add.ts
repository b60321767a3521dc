import type { RunContext } from '../../accounts/caller';
import { lockAccount } from '../../accounts/lock-account';
import { invalidField } from '../../core/errors';
import { extractText } from '../../media/extract-text';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import type { GuardedFetch } from '../../platform/network/guarded-fetch';
import { findOwnDocument, listOwnDocuments } from '../../web/index/own/find-own-documents';
import {
  assertBelowLimit,
  MAX_OWN_CHARACTERS,
  type NewOwnDocument,
  putOwnDocument,
} from '../../web/index/own/put-own-document';
import { fillVectors } from '../../web/index/vectors/fill-vectors';
import { chargeExtra } from '../pages/charge-extra';
import { SCRAPE_DEMAND, TEXT_PARSER_DEMAND } from '../pages/demand';
import { readPageOrFail } from '../pages/scrape';
import type { ListedDocument } from '../contract';
import { type AddDocument, MAX_ADDRESS_CHARACTERS } from './contract';
import { documentNotFound, toListed } from './listed';

/**
 * Adds a page or a file to the searches of the caller's account, and of nobody else's. One with the same address or name
 * is replaced. Costs what reading it costs, and only if it was read and stored. The text beyond 200,000 characters is left
 * out. Vectors are made afterward, in the background.
 * @param get fetches the page; tests use their own network
 * @throws ApiError INVALID_REQUEST for an address or a file that cannot be read, and for the 51st document; those of
 *   `scrape` and of `chargeExtra`
 */
export async function addDocument(
  body: AddDocument,
  context: RunContext,
  get?: GuardedFetch,
): Promise<{ data: ListedDocument }> {
  const ownerId = context.caller.account.id;
  const id = await chargeExtra(
    {
      ...(body.file === undefined ? PAGE : FILE),
      work: async (signal, settle) => {
        const target = body.file === undefined ? null : (body.name ?? '');
        const known = await listOwnDocuments(ownerId);
        // Not read for nothing; counted again when it is stored. A page may be known under another address.
        if (!known.some(({ name }) => name === (target ?? body.url))) assertBelowLimit(known.length);
        const document = await read(body, { ownerId, signal, get });
        return database().transaction(async (tx) => {
          await lockAccount(tx, ownerId);
          const added = await putOwnDocument(tx, { ...document, ownerId });
          // Who has left pays nothing, so nothing is stored.
          signal.throwIfAborted();
          // Committed together: a crash leaves the document with its charge, or neither.
          await settle(tx);
          return added;
        });
      },
    },
    context,
  );
  void fillVectors().catch((error: unknown) => log.warn({ err: error }, 'vectors of the index are missing'));
  const document = await findOwnDocument(id, ownerId);
  if (!document) throw documentNotFound(id);
  return { data: toListed(document) };
}

const PAGE = { usage: { scrape: 1 }, modelId: SCRAPE_DEMAND.modelId };
const FILE = { usage: { text_parser: 1 }, modelId: TEXT_PARSER_DEMAND.modelId };

const TOO_LONG = `Leads to an address of more than ${MAX_ADDRESS_CHARACTERS.toLocaleString('en')} characters`;

type Reading = { ownerId: string; signal: AbortSignal; get: GuardedFetch | undefined };

async function read(
  { url = '', file, name = '' }: AddDocument,
  { ownerId, signal, get }: Reading,
): Promise<Omit<NewOwnDocument, 'ownerId'>> {
  if (file === undefined) {
    const { url: target, title, markdown, date } = await readPageOrFail(url, { accountId: ownerId, signal }, get);
    if (target.length > MAX_ADDRESS_CHARACTERS) throw invalidField(['url'], TOO_LONG);
    return { kind: 'page', target, title: title === '' ? target : title, markdown, date };
  }
  const bounds = { maxCharacters: MAX_OWN_CHARACTERS, account: ownerId, signal };
  const extracted = await extractText({ bytes: file, type: null, name }, bounds);
  if ('failure' in extracted)
    throw invalidField(['file'], `The file “${name}” could not be read: ${extracted.failure}`);
  return { kind: 'file', target: name, title: name, markdown: extracted.text, date: '' };
}
