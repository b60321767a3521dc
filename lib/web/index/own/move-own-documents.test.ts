import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '../../../accounts/test-accounts';
import { database, type Database } from '../../../platform/db';
import { openTestDatabase } from '../../../platform/testing/test-database';
import { installEmbedder } from '../embedder';
import { searchIndex } from '../search-index';
import { testEmbedder } from '../test-embedder';
import { fillVectors } from '../vectors/fill-vectors';
import { dropVectors, loadVectors } from '../vectors/vector-copy';
import { findOwnDocument, listOwnDocuments } from './find-own-documents';
import { moveOwnDocuments } from './move-own-documents';
import { putOwnDocument } from './put-own-document';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(() => {
  installEmbedder(() => null);
  dropVectors();
});
afterAll(() => opened.close());

const put = (ownerId: string, target: string, markdown: string) =>
  database().transaction((tx) =>
    putOwnDocument(tx, { ownerId, kind: 'file', target, title: target, markdown, date: '' }),
  );

it('moves the documents that the other account does not have, with their passages and vectors', async () => {
  const { id: from } = await makeTestAccount('from@example.com');
  const { id: to } = await makeTestAccount('to@example.com');
  await put(from, 'same.txt', 'An old text.');
  const kept = await put(to, 'same.txt', 'A new text.');
  const moved = await put(from, 'lagoon.txt', 'A secret lagoon.');
  installEmbedder(() => testEmbedder);
  await fillVectors();
  await loadVectors(testEmbedder);
  await database().transaction((tx) => moveOwnDocuments(tx, from, to));
  await fillVectors();
  expect((await listOwnDocuments(to)).map(({ id }) => id).sort()).toEqual([kept, moved].sort());
  expect(await findOwnDocument(moved, to)).toMatchObject({ text: 'A secret lagoon.' });
  expect(await findOwnDocument(moved, from)).toBeNull();
  // A misspelled word is found by vectors alone.
  const found = async (ownerId: string) =>
    (await searchIndex({ text: 'lagooon', accountId: ownerId, ownerId, limit: 1 }))[0]?.title;
  expect([await found(to), await found(from)]).toEqual(['lagoon.txt', 'same.txt']);
});
