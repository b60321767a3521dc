import { Command } from 'commander';
import { createLogger } from '../lib/platform/log';
import { processState } from '../lib/platform/process-state';
import { addAccountVerbs, addKeyVerbs } from './admin/account-verbs';
import { addBackupVerbs } from './admin/backup-verbs';
import { addCreditVerb, addMoneyVerbs } from './admin/money-verbs';
import { messageOf } from './admin/print';
import { addServiceVerbs, addUpstreamsVerb } from './admin/service-verbs';

/**
 * The admin command: `npm run -s admin -- key create --email me@example.com --json`. Results on the standard output,
 * as text or with `--json` as JSON alone; everything else on the standard error, with exit code 1 after a failure.
 * @param args what stands behind `admin`
 */
export async function main(args: string[]): Promise<void> {
  // The standard output belongs to the result, so the log's lines go to the standard error.
  processState('platform.log', () => createLogger('warn', process.stderr));
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function program(): Command {
  const admin = new Command('admin').description('The operator’s verbs of this installation.');
  addKeyVerbs(admin.command('key').description('API keys'));
  const account = admin.command('account').description('accounts, and one-time links');
  addAccountVerbs(account);
  addCreditVerb(account, 'grant', 'another name of credit');
  addMoneyVerbs(admin);
  addBackupVerbs(admin);
  addUpstreamsVerb(admin);
  addServiceVerbs(admin.command('service').description('the service file'));
  return admin;
}
