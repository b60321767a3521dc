import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../db';
import { findHolder, isDatabaseInUse } from './lock';
import { lockFolderOf } from './pglite';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-pglite-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('makes the database with its folders, keeps it between openings, and holds it alone', async () => {
  const dataDir = join(folder, 'deep', 'data');
  // What a start that was killed amid its first work leaves behind.
  mkdirSync(join(dataDir, 'db.new'), { recursive: true });
  writeFileSync(join(dataDir, 'db.new', 'PG_VERSION'), '18');

  const first = await openDatabase({ dataDir });
  expect(first.kind).toBe('pglite');
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(existsSync(join(dataDir, 'db.new'))).toBe(false);
  await first.query("insert into installation_secret values ('a', 'b')");

  const second = await openDatabase({ dataDir }).catch((error: unknown) => error);
  expect(isDatabaseInUse(second)).toBe(true);
  expect(String(second)).toContain(join(dataDir, 'db'));
  expect(String(second)).toContain(String(process.pid));

  const other = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', openFrom(dataDir)], {
    encoding: 'utf8',
  });
  expect(other.stdout).toContain(`in use by process ${process.pid}`);

  await first.close();
  expect(findHolder(lockFolderOf(dataDir))).toBeNull();
  const again = await openDatabase({ dataDir });
  expect(await again.query('select name from installation_secret')).toEqual([{ name: 'a' }]);
  const settings = await again.query(
    "select name, setting from pg_settings where name in ('fsync', 'shared_buffers', 'full_page_writes') order by name",
  );
  expect(settings.map((row) => row.setting)).toEqual(['on', 'on', String((16 * 1024) / 8)]);
  await again.close();
}, 180_000);

const openFrom = (dataDir: string) => `
  const { openDatabase } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', 'db.ts')).href)});
  await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => process.stdout.write(error.message));
  process.exit(0);`;
