import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db';
import { findHolder, isDatabaseInUse } from './lock';
import { lockFolderOf } from './pglite';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-pglite-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('creates the database with its folders, preserves it between openings, and locks it', async () => {
  const dataDir = join(folder, 'deep', 'data');
  // What a start that was killed during initialization leaves behind.
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

describe('the files of the database', () => {
  /** The files on which anyone but the owner has permissions. */
  const openToOthers = (dataDir: string) =>
    readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => (lstatSync(join(dataDir, name)).mode & 0o077) !== 0,
    );

  it('are accessible to the owner only: new ones, old ones, and those written later', async () => {
    const dataDir = join(folder, 'private');
    const first = await openDatabase({ dataDir });
    expect(openToOthers(dataDir)).toEqual([]);
    await first.close();

    // As earlier versions left them.
    for (const name of readdirSync(join(dataDir, 'db'), { recursive: true, encoding: 'utf8' })) {
      const path = join(dataDir, 'db', name);
      chmodSync(path, lstatSync(path).isDirectory() ? 0o755 : 0o666);
    }
    const again = await openDatabase({ dataDir });
    expect(openToOthers(dataDir)).toEqual([]);

    const before = readdirSync(join(dataDir, 'db', 'pg_wal'));
    await again.query('create table later (words text)');
    await again.query('insert into later select repeat(md5(i::text), 40) from generate_series(1, 1000) i');
    await again.query('select pg_switch_wal()');
    await again.query("insert into later values ('x')");
    await again.query('checkpoint');
    await again.query('vacuum later');
    const wal = readdirSync(join(dataDir, 'db', 'pg_wal'));
    expect(wal.some((name) => !before.includes(name))).toBe(true);
    expect(openToOthers(dataDir)).toEqual([]);
    await again.close();
    expect(openToOthers(dataDir)).toEqual([]);
  }, 180_000);
});

const openFrom = (dataDir: string) => `
  const { openDatabase } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '..', 'db.ts')).href)});
  await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => process.stdout.write(error.message));
  process.exit(0);`;
