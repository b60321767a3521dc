import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasTestMoney, markTestMoney } from '../../accounts/installation-mark';
import { makeTestAccount, makeTestKey } from '../../accounts/test-accounts';
import { sessionSecret } from '../../accounts/session';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { credit } from '../../ledger/credit';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { hold } from '../../ledger/hold';
import { release } from '../../ledger/release';
import { settle } from '../../ledger/settle';
import { setStake } from '../../ledger/stake/set-stake';
import { testBill, testOrder, testRecord } from '../../ledger/testing/test-orders';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { database, installDatabase, openDatabase, type Database, type Queryable } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { listTables } from './list-tables';
import { restoreBackup } from './restore-backup';
import { writeBackup } from './write-backup';

let folder: string;
let server: TestPostgres;
let databases = 0;
const opened: Database[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-backup-'));
  server = await startPostgres(['-c', 'fsync=off']);
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Kind = Database['kind'];

/** Opens an empty database. */
async function open(kind: Kind): Promise<Database> {
  databases += 1;
  if (kind === 'pglite') return remember(await openTestDatabase());
  const admin = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  await admin.query(`create database d${databases}`);
  await admin.close();
  return remember(await openDatabase({ databaseUrl: server.url.replace(/postgres$/, `d${databases}`), dataDir: '' }));
}

function remember(one: Database): Database {
  opened.push(one);
  return one;
}

const fileOf = (name = newId()) => join(folder, name);
/** Written by the version before the baseline, with rows in every table. */
const BEFORE_BASELINE = join(import.meta.dirname, 'test-backup-before-baseline.gz');
const ABOVE_SAFE_INTEGER = 2n ** 53n + 1n;

/** Accounts with keys, credits, charges in both currencies, absorbed costs, released and live holds. */
async function createHistory(requests = 40): Promise<void> {
  await sessionSecret();
  for (let n = 0; n < 3; n += 1) {
    const { id: accountId } = await makeTestAccount(`user-${n}@example.com`, ABOVE_SAFE_INTEGER);
    const { id: keyId } = await makeTestKey(accountId, {
      description: `line one\nline "two" \\ – ${n} 🚋`,
      limitUsdNano: 10n ** 12n,
    });
    if (n > 0) await setStake({ accountId, stakedNano: 3_000n, walletAddress: n > 1 ? `0x${'ab'.repeat(20)}` : null });
    await credit({
      entryId: newId(),
      accountId,
      currency: 'USD',
      kind: 'TOP_UP',
      amountNano: 25_000_000_001n,
      note: 'paid',
    });
    await Promise.all(
      Array.from({ length: requests }, async (_, index) => {
        const held = await hold(testOrder(accountId, { keyId: index % 2 ? keyId : null }));
        if (index % 7 === 0) return release({ holdId: held.id });
        // Every fifth costs more than it held, every ninth stays in flight.
        if (index % 9 !== 0) await settle({ hold: held, bill: testBill(index % 5 ? 77n : 977n), record: testRecord() });
      }),
    );
  }
}

/** Every row of every table except the holds, as text, sorted. */
async function wholeContent(): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { name } of await listTables(database())) {
    if (name === 'ledger_hold') continue;
    const rows = await database().query<{ row: string }>(`select t::text as row from "${name}" t`);
    content[name] = rows.map(({ row }) => row).sort();
  }
  return content;
}

/** Watches the transactions of a database: the most rows that a statement returned, and the longest parameter. */
function watchPages(of: Database): () => { rows: number; characters: number } {
  const most = { rows: 0, characters: 0 };
  const watch = (tx: Queryable): Queryable => ({
    ...tx,
    query: async <R extends Record<string, unknown>>(text: string, params: unknown[] = []) => {
      const rows = await tx.query<R>(text, params);
      most.rows = Math.max(most.rows, rows.length);
      most.characters = Math.max(most.characters, ...params.map((param) => String(param).length));
      return rows;
    },
  });
  installDatabase({ ...of, transaction: (work, options) => of.transaction((tx) => work(watch(tx)), options) });
  return () => most;
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isApiError(error) ? error.message : `not an ApiError: ${String(error)}`),
  );

/** A backup of a history. */
async function someBackup(): Promise<string> {
  await open('pglite');
  await createHistory(12);
  return (await writeBackup({ file: fileOf() })).file;
}

/** Changes lines of a backup and corrects its trailer. */
function rewrite(file: string, edit: (lines: string[]) => string[]): string {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const body = edit(lines.slice(0, -1));
  const { trailer } = JSON.parse(lines.at(-1) ?? '') as { trailer: { counts: object } };
  const sha256 = createHash('sha256')
    .update(body.map((line) => `${line}\n`).join(''))
    .digest('hex');
  const target = fileOf();
  const whole = [...body, JSON.stringify({ trailer: { ...trailer, sha256 } })].map((line) => `${line}\n`).join('');
  writeFileSync(target, gzipSync(whole));
  return target;
}

/** Changes the header. */
const withHeader = (change: (header: Header) => void) => (lines: string[]) => {
  const first = JSON.parse(lines[0] ?? '') as { header: Header };
  change(first.header);
  return [JSON.stringify(first), ...lines.slice(1)];
};
type Header = { version: number; migrations: string[]; tables: { name: string; columns: string[] }[] };

const PAIRS: [Kind, Kind][] = [
  ['pglite', 'pglite'],
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
  ['postgres', 'postgres'],
];

describe.each(PAIRS)('from %s to %s', (from, to) => {
  it('restores everything to the last digit, and the ledger adds up and keeps working', async () => {
    const source = await open(from);
    await createHistory();
    const content = await wholeContent();
    const before = await verifyLedger();
    expect(before).toMatchObject({ ok: true, counts: { accounts: 3, keys: 3, liveHolds: 12 } });
    const [someone] = await source.query<{ id: string }>(`select id from account where email = 'user-0@example.com'`);
    const accountId = someone?.id ?? '';
    const backup = await writeBackup({ file: fileOf() });
    expect(backup.rows).toMatchObject({ account: 3, api_key: 3, usage_record: content.usage_record?.length });
    expect(backup).toMatchObject({ bytes: statSync(backup.file).size, total: Object.values(content).flat().length });

    await open(to);
    await sessionSecret();
    const restored = await restoreBackup({ file: backup.file });
    expect(restored).toEqual({
      file: backup.file,
      createdAt: backup.createdAt,
      total: backup.total,
      rows: backup.rows,
    });
    expect(await wholeContent()).toEqual(content);
    expect(await verifyLedger()).toEqual({ ...before, counts: { ...before.counts, liveHolds: 0 } });
    const { usdNano } = await findBalance(accountId);
    expect(usdNano).toBeGreaterThan(ABOVE_SAFE_INTEGER);
    const held = await hold(testOrder(accountId));
    expect((await settle({ hold: held, bill: testBill(5n), record: testRecord() })).balanceAfterNano).toBe(
      usdNano - 5n,
    );
    expect(await verifyLedger()).toMatchObject({ ok: true });
  }, 60_000);
});

describe('a backup', () => {
  it('is a snapshot of a database in use', async () => {
    await open('postgres');
    await createHistory();
    let isRunning = true;
    const { id: accountId } = await makeTestAccount('busy@example.com', 10n ** 12n);
    const work = Array.from({ length: 4 }, async () => {
      while (isRunning) {
        const held = await hold(testOrder(accountId));
        await settle({ hold: held, bill: testBill(77n), record: testRecord() });
      }
    });
    const files: string[] = [];
    for (let n = 0; n < 3; n += 1) files.push((await writeBackup({ file: fileOf() })).file);
    isRunning = false;
    await Promise.all(work);
    const counts: number[] = [];
    for (const file of files) {
      await open('pglite');
      await restoreBackup({ file });
      const report = await verifyLedger();
      expect(report).toMatchObject({ ok: true });
      counts.push(report.counts.requests);
    }
    expect(counts[2]).toBeGreaterThan(counts[0] ?? 0);
  }, 60_000);

  it('is readable by its owner only, and leaves no draft behind', async () => {
    const file = await someBackup();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes('draft'))).toEqual([]);
  });

  it('has no holds, but every other table, even a brand-new one', async () => {
    await open('pglite');
    const makeTable = () =>
      database().query(
        'create table new_table (id int primary key, account_id uuid references account(id), "odd ""Name" text)',
      );
    await makeTable();
    const { id } = await makeTestAccount('a@example.com');
    await database().query(`insert into new_table values (1, $1, 'x'), (2, null, null)`, [id]);
    const { file, rows } = await writeBackup({ file: fileOf() });
    const all = await database().query<{ name: string }>(
      `select tablename::text as name from pg_tables where schemaname = 'public'`,
    );
    expect([...Object.keys(rows), 'ledger_hold'].sort()).toEqual(all.map(({ name }) => name).sort());
    expect(rows.new_table).toBe(2);
    await open('postgres');
    expect(await messageOf(restoreBackup({ file }))).toMatch(
      /too old for this version: its table new_table no longer exists/,
    );
    await makeTable();
    await restoreBackup({ file });
    expect(await database().query('select * from new_table order by id')).toEqual([
      { id: 1, account_id: id, 'odd "Name': 'x' },
      { id: 2, account_id: null, 'odd "Name': null },
    ]);
  });

  it('never overwrites a file, and fails if the folder does not exist', async () => {
    await open('pglite');
    const file = fileOf();
    writeFileSync(file, 'mine');
    expect(await messageOf(writeBackup({ file }))).toBe(`${file} already exists. Choose another file.`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const nowhere = join(fileOf(), 'backup');
    expect(await messageOf(writeBackup({ file: nowhere }))).toBe(
      `${nowhere} cannot be written: its folder does not exist.`,
    );
    expect((await database().query('select 1 as one')).length).toBe(1);
  });

  it('and its restore process a page at a time, never a whole table', async () => {
    const source = await open('postgres');
    const { id } = await makeTestAccount('a@example.com');
    const fill = `insert into one_time_link (token_hash, purpose, account_id, expires_at)
       select n || repeat('x', case when n > 2000 then 100000 else 10 end), 'invite', $1, now()
       from generate_series(1, 2040) n`;
    await source.transaction((tx) => tx.query(fill, [id]), { timeoutMs: 60_000 });
    const read = watchPages(source);
    const { file } = await writeBackup({ file: fileOf() });
    expect(read()).toMatchObject({ rows: 500 });
    const written = watchPages(await open('pglite'));
    await restoreBackup({ file });
    expect(written().characters).toBeLessThan(1_200_000);
    expect(await database().query('select count(*) from one_time_link')).toEqual([{ count: 2040n }]);
  });

  it('works for every table: there are no circular references and no sequences', async () => {
    const source = await open('pglite');
    const tables = (await listTables(source)).map(({ name }) => name);
    expect(tables.indexOf('account')).toBeLessThan(tables.indexOf('api_key'));
    expect(
      await source.query(`select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    await source.query('alter table account add column friend uuid references account (id)');
    await expect(listTables(source)).rejects.toThrow(/circular.*account/);
  });
});

describe('a restore', () => {
  /** One database of each kind that stays empty. */
  const targets = new Map<Kind, Database>();
  let file: string;
  let bytes: Buffer;
  let lines: string[];
  beforeAll(async () => {
    file = await someBackup();
    bytes = readFileSync(file);
    lines = gunzipSync(bytes).toString().trimEnd().split('\n');
    for (const kind of ['pglite', 'postgres'] as const) {
      const target = await open(kind);
      await target.query(`insert into installation_secret values ('session', 'of this one')`);
      targets.set(kind, target);
      opened.splice(opened.indexOf(target), 1);
    }
  });
  afterAll(async () => {
    for (const target of targets.values()) await target.close();
  });

  const refusedInto = async (kind: Kind, path: string) => {
    const target = installDatabase(targets.get(kind) as Database);
    const outcome = await messageOf(restoreBackup({ file: path }));
    const [rest] = await target.query(
      'select (select count(*) from account) as accounts, (select count(*) from ledger_entry) as entries, value from installation_secret',
    );
    expect(rest).toEqual({ accounts: 0n, entries: 0n, value: 'of this one' });
    return outcome;
  };

  it('is refused if there are accounts', async () => {
    await open('pglite');
    await makeTestAccount('mine@example.com', 5n);
    const before = await wholeContent();
    expect(await messageOf(restoreBackup({ file }))).toMatch(/^This database already has accounts \(1\)/);
    expect(await wholeContent()).toEqual(before);
  });

  it.each(['pglite', 'postgres'] as const)(
    'from %s of test money is refused, unless it stays test money',
    async (kind) => {
      await open(kind);
      await markTestMoney();
      await makeTestAccount('ada@example.com', 5n);
      const marked = fileOf();
      await writeBackup({ file: marked });
      const real = { localChains: false };
      for (const target of ['pglite', 'postgres'] as const) {
        await open(target);
        expect(await messageOf(restoreBackup({ file: marked }, real))).toBe(
          'This backup is of a database with test money (LOCAL_CHAINS=1), which must not become real. To restore it for tests, set LOCAL_CHAINS=1.',
        );
        await restoreBackup({ file: marked }, { localChains: true });
        expect(await hasTestMoney()).toBe(true);
      }
    },
  );

  it('of real money is refused into a database that is marked for test money', async () => {
    await open('pglite');
    await markTestMoney();
    for (const localChains of [true, false]) {
      expect(await messageOf(restoreBackup({ file }, { localChains }))).toBe(
        'This database is marked for test money for good, and this backup is of another one. Choose another DATA_DIR or DATABASE_URL.',
      );
    }
    expect(await hasTestMoney()).toBe(true);
  });

  it.each(['pglite', 'postgres'] as const)(
    'into %s changes nothing if the file is damaged',
    async (kind) => {
      const cut = fileOf();
      writeFileSync(cut, bytes.subarray(0, bytes.length - 300));
      expect(await refusedInto(kind, cut)).toBe(`${cut} is damaged: it is truncated. Use another copy.`);
      const flipped = fileOf();
      const other = Buffer.from(bytes);
      const middle = other.length >> 1;
      other[middle] = (other[middle] ?? 0) ^ 0x55;
      writeFileSync(flipped, other);
      expect(await refusedInto(kind, flipped)).toMatch(/is damaged: /);
      const packed = (changed: string[]) => {
        const path = fileOf();
        writeFileSync(path, gzipSync(changed.map((line) => `${line}\n`).join('')));
        return path;
      };
      const charge = lines.findIndex((line) => line.includes('"CHARGE"'));
      const forged = lines.with(charge, (lines[charge] ?? '').replace(/"amount_nano":-77/, '"amount_nano":-78'));
      expect(forged).not.toEqual(lines);
      expect(await refusedInto(kind, packed(forged))).toMatch(/is damaged: its SHA-256 does not match/);
      expect(await refusedInto(kind, packed(lines.slice(0, -1)))).toMatch(/is damaged: it is truncated/);
      expect(await refusedInto(kind, packed([...lines, lines[charge] ?? '']))).toMatch(
        /is damaged: it has unexpected lines/,
      );
      expect(
        await refusedInto(
          kind,
          rewrite(file, (body) => body.toSpliced(charge, 1)),
        ),
      ).toMatch(/is damaged: rows of the table ledger_entry are missing/);
    },
    60_000,
  );

  it('is refused for files that are not backups', async () => {
    const text = fileOf();
    writeFileSync(text, 'hello');
    expect(await refusedInto('pglite', text)).toBe(`${text} is not a Farebox backup.`);
    const other = fileOf();
    writeFileSync(other, gzipSync('{"hello": 1}\n'));
    expect(await refusedInto('pglite', other)).toBe(`${other} is not a Farebox backup.`);
    const empty = fileOf();
    writeFileSync(empty, '');
    expect(await refusedInto('pglite', empty)).toMatch(/truncated/);
    expect(await refusedInto('pglite', fileOf('none'))).toBe(`The file ${fileOf('none')} does not exist.`);
    expect(await refusedInto('pglite', folder)).toMatch(/cannot be read/);
  });

  it('is refused for a newer backup, and for a newer database', async () => {
    const newer = rewrite(
      file,
      withHeader(({ migrations }) => migrations.push('9999_from-the-future')),
    );
    expect(await refusedInto('pglite', newer)).toMatch(/newer version .*9999_from-the-future.* Update Farebox first/);
    const format = rewrite(
      file,
      withHeader((header) => (header.version = 2)),
    );
    expect(await refusedInto('pglite', format)).toMatch(/newer version \(format 2\)/);
    await open('pglite');
    await database().query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`);
    expect(await messageOf(writeBackup({ file: fileOf() }))).toMatch(/A newer version has changed this database/);
    expect(await messageOf(restoreBackup({ file }))).toMatch(/A newer version has changed this database/);
  });

  it('accepts an older backup if new columns have defaults, and refuses it with a message if not', async () => {
    const older = (of: string, column: string) =>
      rewrite(file, (lines) =>
        withHeader((header) => {
          header.migrations.pop();
          for (const table of header.tables.filter(({ name }) => name === of)) {
            table.columns = table.columns.filter((name) => name !== column);
          }
        })(lines),
      );
    await open('pglite');
    await restoreBackup({ file: older('usage_record', 'status') });
    expect(await database().query('select distinct status from usage_record')).toEqual([{ status: 200 }]);
    expect(await refusedInto('pglite', older('ledger_entry', 'window_day'))).toMatch(
      /too old for this version: its table ledger_entry has a different column window_day\. Restore it with the version/,
    );
    const renamed = rewrite(
      file,
      withHeader(({ tables }) => tables.find(({ name }) => name === 'account')?.columns.push('nickname')),
    );
    expect(await refusedInto('pglite', renamed)).toMatch(/its table account has a different column nickname/);
  });

  it.each(['pglite', 'postgres'] as const)(
    'into %s accepts a backup of the version before the baseline',
    async (kind) => {
      await open(kind);
      expect(await restoreBackup({ file: BEFORE_BASELINE })).toMatchObject({ total: 72 });
      const owner = '62371948-640e-47db-8b00-17718d805b23';
      const staker = 'b68fb021-d5af-48ae-86a3-20e910b4d4d4';
      expect((await findBalance(owner)).usdNano).toBe(9_007_224_254_738_501n);
      expect((await findBalance(staker)).usdNano).toBe(9_007_224_254_739_863n);
      expect(await verifyLedger()).toMatchObject({
        ok: true,
        counts: { accounts: 2, keys: 2, entries: 23, requests: 18, liveHolds: 0 },
        sums: { postedUsd: '18014448.509478364', chargedUsd: '0.000003624', chargedDiem: '0.000001362' },
      });
      const content = await wholeContent();
      // Only the tables of later versions are empty.
      const empty = Object.keys(content).filter((table) => content[table]?.length === 0);
      const web = ['document', 'index_state', 'passage', 'passage_vector', 'source', 'vector_queue', 'vector_turn'];
      const wallets = ['account_wallet', 'installation_mark', 'wallet_nonce', 'wallet_payment'];
      const connected = ['audit_entry', 'connected_model', 'connected_provider', 'connected_revision'];
      const chats = ['chat_preferences', 'shared_chat'];
      expect(empty.sort()).toEqual([...chats, ...wallets, ...connected, ...web.map((name) => `web_${name}`)].sort());
      const held = await hold(testOrder(owner));
      await settle({ hold: held, bill: testBill(5n), record: testRecord() });
      expect((await verifyLedger()).ok).toBe(true);
    },
  );

  it('is refused for a backup from before the last migration that the baseline replaced', async () => {
    const older = rewrite(
      BEFORE_BASELINE,
      withHeader(({ migrations }) => migrations.pop()),
    );
    expect(await refusedInto('pglite', older)).toBe(
      'This backup is too old for this version. Restore it with Farebox of revision 20261125.134502, and back it up again there.',
    );
  });

  it.each(['pglite', 'postgres'] as const)('into %s changes nothing if the ledger does not add up', async (kind) => {
    const forged = rewrite(file, (lines) =>
      lines.map((line) => line.replace('"amount_nano":-77,', '"amount_nano":-78,')),
    );
    expect(await refusedInto(kind, forged)).toMatch(
      /^The ledger of this backup does not add up\. Nothing was restored\.\n.*\n/,
    );
  });

  it('changes nothing if the database refuses a row', async () => {
    const forged = rewrite(file, (lines) => lines.map((line) => line.replace('"role":"member"', '"role":"king"')));
    expect(await refusedInto('pglite', forged)).toMatch(
      /refused rows of the table account: .*account_role.*Nothing was restored/,
    );
  });
});
