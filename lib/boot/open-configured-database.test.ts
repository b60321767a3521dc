import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { lockFolder } from '../platform/database/lock';
import { lockFolderOf } from '../platform/database/pglite';
import { withEarlierMigrations } from '../platform/testing/test-earlier-database';
import { startPostgres } from '../platform/testing/test-postgres';
import { openConfiguredDatabase } from './open-configured-database';

const folder = mkdtempSync(join(tmpdir(), 'farebox-named-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusalOf = (settings: { databaseUrl?: string; dataDir: string }) =>
  openConfiguredDatabase(settings).then(
    () => 'opened',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('a database that cannot be opened', () => {
  it.each(['127.0.0.1', 'localhost'])('is named by its setting if nothing listens (%s)', async (host) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await refusalOf({ databaseUrl: `postgres://${host}:${port}/farebox`, dataDir: folder })).toMatch(
      /^Cannot open the PostgreSQL database in DATABASE_URL: .*ECONNREFUSED.*\. Fix the setting, or start the PostgreSQL server\.$/,
    );
  });

  it('is named by its setting if the server has no such database', async () => {
    const server = await startPostgres();
    const databaseUrl = server.url.replace(/postgres$/, 'elsewhere');
    expect(await refusalOf({ databaseUrl, dataDir: folder })).toBe(
      'Cannot open the PostgreSQL database in DATABASE_URL: database "elsewhere" does not exist. Fix the setting, or start the PostgreSQL server.',
    );
    await server.stop();
  });

  it('is named by its folder if it is the embedded one', async () => {
    const dataDir = join(folder, 'file');
    writeFileSync(dataDir, '');
    const refusal = await refusalOf({ dataDir });
    expect(refusal.startsWith(`Cannot open the embedded database in DATA_DIR (${dataDir}): `)).toBe(true);
    expect(refusal.endsWith('. Check the folder and its permissions.')).toBe(true);
  });

  it('is named with the version to start first if it is too old', async () => {
    const server = await startPostgres();
    const client = new pg.Client(server.url);
    await client.connect();
    await withEarlierMigrations(9, (migrationsFolder) => migrate(drizzle({ client }), { migrationsFolder }));
    await client.end();
    expect(await refusalOf({ databaseUrl: server.url, dataDir: folder })).toBe(
      'Cannot open the PostgreSQL database in DATABASE_URL. It was last used by a version that is too old for this one. Start Farebox of revision 20261125.134502 on it once, then this version. Nothing was changed.',
    );
    await server.stop();
  });

  it('has a specific message if another process holds it', async () => {
    const lock = await lockFolder(lockFolderOf(folder), 'The database');
    expect(await refusalOf({ dataDir: folder })).toMatch(/in use by process \d+/);
    expect(await refusalOf({ dataDir: folder })).not.toContain('Cannot open');
    lock.release();
  });
});
