import { hasTestMoney } from '../../accounts/installation-mark';
import { isApiError } from '../../core/errors';
import { HOUR_MS } from '../../core/time';
import { verifyLedger } from '../../ledger/verify/verify-ledger';
import { BEFORE_BASELINE } from '../../platform/database/adopt-baseline';
import { database, type Queryable } from '../../platform/db';
import { settings, type Settings } from '../../platform/env';
import { type Header, EXCLUDED_TABLES, refusal } from './format';
import { listMigrations, sinceBaseline } from './list-migrations';
import { listTables, quote, type Table } from './list-tables';
import { checkBackup, type Part, readBackup } from './read-backup';

/** The final verification adds up whole tables. */
const STATEMENT_MS = HOUR_MS;
/** How long to wait for other transactions. */
const LOCK_SECONDS = 10;
/** The table of marks; test money is the only one there is. */
const MARKS = 'installation_mark';
const TEST_MONEY =
  'This backup is of a database with test money (LOCAL_CHAINS=1), which must not become real. To restore it for tests, set LOCAL_CHAINS=1.';
const MARKED =
  'This database is marked for test money for good, and this backup is of another one. Choose another DATA_DIR or DATABASE_URL.';

/** What was restored: the time of the backup, and the row count per table. */
export type Restored = { file: string; createdAt: string; total: number; rows: Record<string, number> };

/**
 * Restores a backup into the open database, of either kind, completely or not at all: in one transaction that is
 * committed only after every row was counted and the ledger verified. Backups contain no holds: held amounts are
 * available again. A server running on this database must be restarted, because it has another session secret. Test money
 * is never mixed with real money: its backup needs `LOCAL_CHAINS`.
 * @throws ApiError with a message if the database has accounts, the file is incomplete, its tables do not match, or its
 *   ledger does not add up; nothing is changed then
 */
export async function restoreBackup(
  { file }: { file: string },
  { localChains }: Pick<Settings, 'localChains'> = settings(),
): Promise<Restored> {
  // Before anything is changed: most problems are with the file.
  const { header, counts } = await checkBackup(file);
  const isTestMoney = (counts[MARKS] ?? 0) > 0;
  if (isTestMoney && !localChains) throw refusal(TEST_MONEY);
  const restore = async (tx: Queryable) => {
    await assertEmpty(tx);
    if (!isTestMoney && (await hasTestMoney(tx))) throw refusal(MARKED);
    assertKnown(header, await listMigrations(tx));
    assertCompatible(header, await listTables(tx));
    for (const { name } of header.tables.toReversed()) await tx.query(`delete from ${quote(name)}`);
    for await (const part of readBackup(file)) await insertPart(tx, header, part);
    await assertLedgerVerified(tx);
  };
  await database().transaction(restore, { timeoutMs: STATEMENT_MS });
  const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  return { file, createdAt: header.createdAt, total, rows: counts };
}

/** Under a lock that makes sign-ups wait: an account created now would become the owner of someone else's ledger. */
async function assertEmpty(tx: Queryable): Promise<void> {
  await tx.query(`set local lock_timeout = '${LOCK_SECONDS}s'`);
  await tx.query('lock table account in access exclusive mode');
  const [row] = await tx.query<{ accounts: bigint }>('select count(*) as accounts from account');
  if (row?.accounts === 0n) return;
  throw refusal(
    `This database already has accounts (${row?.accounts}). A backup can only be restored into an empty one: choose another DATA_DIR or DATABASE_URL.`,
  );
}

function assertKnown({ migrations, revision }: Header, ours: string[]): void {
  const applied = sinceBaseline(migrations, ours);
  if (applied === null) {
    throw refusal(
      `This backup is too old for this version. Restore it with Farebox of revision ${BEFORE_BASELINE.revision}, and back it up again there.`,
    );
  }
  const unknown = applied.find((tag, index) => tag !== ours[index]);
  if (unknown === undefined) return;
  throw refusal(
    `This backup was made by a newer version (revision ${revision}): its migration ${unknown} is unknown. Update Farebox first.`,
  );
}

function assertCompatible({ tables, revision }: Header, ours: Table[]): void {
  for (const { name, columns } of tables) {
    const ownTable = ours.find((table) => table.name === name);
    const unknown = columns.find((column) => !ownTable?.columns.some((own) => own.name === column));
    const missing = ownTable?.columns.find((own) => own.required && !columns.includes(own.name))?.name;
    const problem = !ownTable
      ? 'no longer exists'
      : (unknown ?? missing) && `has a different column ${unknown ?? missing}`;
    if (!problem) continue;
    throw refusal(
      `This backup is too old for this version: its table ${name} ${problem}. Restore it with the version that wrote it (revision ${revision}), ` +
        'start this version on that database once, and back it up again.',
    );
  }
}

async function insertPart(tx: Queryable, { tables }: Header, part: Part): Promise<void> {
  if (part.kind !== 'page' || EXCLUDED_TABLES.includes(part.table)) return;
  const names =
    tables
      .find(({ name }) => name === part.table)
      ?.columns.map(quote)
      .join(', ') ?? '';
  const table = quote(part.table);
  const [inserted] = await tx
    .query<{ rows: bigint }>(
      `with inserted as (insert into ${table} (${names})
         select ${names} from json_populate_recordset(null::${table}, $1::text::json) returning 1)
       select count(*) as rows from inserted`,
      [`[${part.rows.join(',')}]`],
    )
    .catch((error: unknown) => {
      // If the database is unavailable, the rows are not at fault.
      if (isApiError(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw refusal(`The database refused rows of the table ${part.table}: ${reason}. Nothing was restored.`, error);
    });
  if (Number(inserted?.rows) !== part.rows.length)
    throw refusal(`The table ${part.table} did not accept all of its rows.`);
}

async function assertLedgerVerified(tx: Queryable): Promise<void> {
  const { ok, total, findings } = await verifyLedger(tx);
  if (ok) return;
  const named = findings.slice(0, 5).map((one) => `${one.subject}: ${one.check}: ${one.expected}, not ${one.actual}`);
  throw refusal(
    ['The ledger of this backup does not add up. Nothing was restored.', ...named, `(${total} in all)`].join('\n'),
  );
}
