import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { randomHex } from '../../core/ids';
import { migrationsFolder } from '../database/migrations-folder';
import { pgliteDatabase } from '../database/pglite';
import { installDatabase, type Database } from '../db';
import { projectRoot } from '../project-root';

/**
 * A fresh in-memory database with the real tables, installed as `database()`. Fast after the first time: a snapshot of
 * the migrated database is cached in `node_modules/.cache` under a hash of the migrations.
 */
export async function openTestDatabase(): Promise<Database> {
  return installDatabase(await pgliteDatabase(await PGlite.create({ loadDataDir: await testSnapshot(), startParams })));
}

/** An in-memory PGlite without any table, several times faster than initializing one. */
export async function emptyEngine(): Promise<PGlite> {
  const engine = await PGlite.create({ loadDataDir: await testSnapshot(), startParams });
  await engine.exec('drop schema public cascade; drop schema drizzle cascade; create schema public');
  return engine;
}

/** The service's cache size: allocating PostgreSQL's default 128 MB takes longer than everything else. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** The migrated database as `dumpDataDir` returns it, for tests that want one on disk. */
export async function testSnapshot(): Promise<Blob> {
  const path = join(projectRoot(), 'node_modules', '.cache', 'farebox', `test-database-${snapshotVersion()}.tar`);
  if (!existsSync(path)) await takeSnapshot(path);
  return new Blob([readFileSync(path)]);
}

async function takeSnapshot(path: string): Promise<void> {
  const engine = await PGlite.create();
  await pgliteDatabase(engine);
  // The two templates are never used, and every opening would copy them.
  await engine.exec('update pg_database set datistemplate = false');
  for (const template of ['template0', 'template1']) await engine.exec(`drop database ${template}`);
  const dump = await engine.dumpDataDir('none');
  await engine.close();
  mkdirSync(join(path, '..'), { recursive: true });
  // Renamed into place, because other test processes look for it at the same time.
  const draft = `${path}.${randomHex(4)}`;
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
  renameSync(draft, path);
}

/** Changes with the migrations, with PGlite, and with this file. */
function snapshotVersion(): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  const files = readdirSync(migrationsFolder()).filter((name) => name.endsWith('.sql'));
  for (const name of files.sort()) hash.update(readFileSync(join(migrationsFolder(), name)));
  hash.update(readFileSync(join(projectRoot(), 'node_modules', '@electric-sql', 'pglite', 'package.json')));
  return hash.digest('hex').slice(0, 16);
}
