import { resolve } from 'node:path';
import type { Command } from 'commander';
import { restoreBackup, type Restored } from '../../lib/admin/backup/restore-backup';
import type { Backup } from '../../lib/admin/backup/write-backup';
import { runLocally, run } from './command';
import { count, type Options, print, verb } from './print';

/** `admin backup`, `admin restore` */
export function addBackupVerbs(admin: Command): void {
  verb(admin, 'backup <file>', 'write the whole database to a new file, also while the server runs').action(
    (file: string, given: Options) =>
      // The server has a different working directory.
      run(given, 'writeBackup', { file: resolve(file) }, (answer) => formatBackup(answer as Backup)),
  );
  verb(admin, 'restore <file>', 'restore a backup into a database without accounts, of either kind').action(
    async (file: string, given: Options) =>
      print(given, await runLocally(() => restoreBackup({ file: resolve(file) }), { create: true }), (answer) =>
        formatRestored(answer as Restored),
      ),
  );
}

function formatBackup({ file, bytes, total, rows }: Backup): string {
  return [
    `${file} was written and verified: ${count(total, 'row')} of ${count(Object.keys(rows).length, 'table')}, ${formatSize(bytes)}.`,
    'Keep it as safe as the database: anyone who has it can sign sessions. It does not contain the holds of requests in flight.',
  ].join('\n');
}

function formatRestored({ createdAt, total, rows }: Restored): string {
  return [
    `The backup of ${createdAt} was restored: ${count(total, 'row')} of ${count(Object.keys(rows).length, 'table')}. Its ledger adds up.`,
    'Requests that were in flight have no holds anymore. Restart servers that ran on this database.',
  ].join('\n');
}

function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
