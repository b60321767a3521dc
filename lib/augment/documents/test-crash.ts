import { spawnSync } from 'node:child_process';
import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeContext } from '../../accounts/test-context';
import { type Database, installDatabase, openDatabase } from '../../platform/db';
import { addDocument } from './add';

/** What a process that is killed has as credit, nano-USD. */
export const CRASH_CREDIT = 1_000_000_000n;

/**
 * For tests: starts this file as a process that opens a new database in the folder, adds a document to a new account, and
 * is killed (SIGKILL) the moment the transaction that stores the document is committed.
 * @returns the ID of the account
 */
export function crashAfterStoring(dataDir: string): string {
  const script = fileURLToPath(import.meta.url);
  const { stdout, signal } = spawnSync(process.execPath, ['--import', 'tsx', script, dataDir], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 170_000,
  });
  const id = /^account (\S+)$/m.exec(stdout)?.[1];
  if (signal !== 'SIGKILL' || id === undefined) throw new Error(`It was not killed: ${signal ?? stdout}`);
  return id;
}

async function addAndDie(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir });
  const context = await makeContext(CRASH_CREDIT);
  writeSync(1, `account ${context.caller.account.id}\n`);
  const transaction: Database['transaction'] = async (work, options) => {
    const result = await opened.transaction(work, options);
    const [stored] = await opened.query('select 1 from web_document limit 1');
    if (stored) process.kill(process.pid, 'SIGKILL');
    return result;
  };
  installDatabase({ ...opened, transaction });
  await addDocument({ file: Buffer.from('High water at noon.'), name: 'tides.txt' }, context);
}

const [, script, folder] = process.argv;
if (script === fileURLToPath(import.meta.url) && folder !== undefined) await addAndDie(folder);
