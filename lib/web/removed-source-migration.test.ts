import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { database, type Database } from '../platform/db';
import { migrationsFolder } from '../platform/database/migrations-folder';
import { openTestDatabase } from '../platform/testing/test-database';

const [ADD = '', MOVE = ''] = readFileSync(join(migrationsFolder(), '0007_removed_web_source.sql'), 'utf8').split(
  '--> statement-breakpoint',
);

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('keeps removed documentation removed, and everything else as it was', async () => {
  await database().query('alter table web_source drop column removed_at');
  await database().query(
    `insert into web_source (id, kind, target, base_url, max_pages, read_at) values
      (gen_random_uuid(), 'documentation', 'documentation', '', 0, '2026-01-02T00:00:00Z'),
      (gen_random_uuid(), 'site', 'https://sea.example/', '', 20, '2026-01-03T00:00:00Z')`,
  );
  await database().query(ADD);
  await database().query(MOVE);
  const rows = await database().query(
    'select kind, max_pages as pages, removed_at as at from web_source order by kind',
  );
  expect(rows).toEqual([
    { kind: 'documentation', pages: 1, at: new Date('2026-01-02T00:00:00Z') },
    { kind: 'site', pages: 20, at: null },
  ]);
});
