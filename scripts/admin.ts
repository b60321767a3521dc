import { Command } from 'commander';
import { createLogger } from '../lib/platform/log';
import { processState } from '../lib/platform/process-state';
import { addAccountVerbs, addKeyVerbs } from './admin/account-verbs';
import { addBackupVerbs } from './admin/backup-verbs';
import { addIndexVerbs } from './admin/index-verbs';
import { addCreditVerb, addMoneyVerbs } from './admin/money-verbs';
import { messageOf } from './admin/print';
import { addProviderVerbs } from './admin/provider-verbs';
import { addServiceVerbs, addUpstreamsVerb } from './admin/service-verbs';

/**
 * The admin command: `npm run -s admin -- key create --email me@example.com --json`. Results go to standard output, as
 * text or with `--json` only as JSON; everything else goes to standard error, with exit code 1 after a failure.
 * @param args the arguments after `admin`
 */
export async function main(args: string[]): Promise<void> {
  // Standard output is for the result, so log lines go to standard error.
  processState('platform.log', () => createLogger('warn', process.stderr));
  try {
    await program().parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function program(): Command {
  const admin = new Command('admin').description('Operator commands for this installation');
  addKeyVerbs(admin.command('key').description('API keys'));
  const account = admin.command('account').description('accounts, and one-time links');
  addAccountVerbs(account);
  addCreditVerb(account, 'grant', 'alias of credit');
  addMoneyVerbs(admin);
  addBackupVerbs(admin);
  addUpstreamsVerb(admin);
  addIndexVerbs(admin.command('index').description('what the local index searches'));
  addProviderVerbs(admin.command('provider').description('providers of the console, and their models'));
  addServiceVerbs(admin.command('service').description('the service file'));
  return admin;
}
