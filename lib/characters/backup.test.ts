import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { restoreBackup } from '../admin/backup/restore-backup';
import { writeBackup } from '../admin/backup/write-backup';
import { database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { ListCharactersQuery, ListReviewsQuery } from './contract';
import { findCharacterPrompt } from './prompt/find-prompt';
import { listCharacters } from './list';
import { forgetPrompts } from './prompt/known-prompts';
import { rateCharacter } from './review/rate';
import { listReviews } from './review/list';
import { syncServiceCharacters } from './sync-service-characters';
import { makeReader, publishTestCharacter } from './test-characters';

const folder = mkdtempSync(join(tmpdir(), 'farebox-characters-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('characters and reviews survive a backup, even over the starter set of a fresh installation', async () => {
  const first = await openTestDatabase();
  await syncServiceCharacters();
  const [ada, grace] = [await makeReader('ada@example.com'), await makeReader('grace@example.com')];
  const { id, slug } = await publishTestCharacter(ada, { name: 'Keeper “é”', tags: ['Sea; no', 'a{b}"c"'] });
  await rateCharacter(id, { rating: 4, message: 'line one\nline "two"', locale: 'en' }, grace);
  const snapshot = async () => ({
    all: await listCharacters(ListCharactersQuery.parse({ limit: '100' }), grace),
    reviews: await listReviews(slug, ListReviewsQuery.parse({}), grace),
    prompt: await findCharacterPrompt(slug, ada.caller.account.id),
  });
  const before = await snapshot();
  expect(before.all.data).toHaveLength(9);
  const file = join(folder, 'backup');
  await writeBackup({ file });
  await first.close();

  const second = await openTestDatabase();
  forgetPrompts();
  await syncServiceCharacters();
  await restoreBackup({ file });
  expect(await snapshot()).toEqual(before);
  await syncServiceCharacters();
  expect(await snapshot()).toEqual(before);
  expect(await database().query('select count(*)::int as rows from "character"')).toEqual([{ rows: 9 }]);
  await second.close();
}, 60_000);
