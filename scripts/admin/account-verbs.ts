import { type Command, Option } from 'commander';
import type { AccountView } from '../../lib/admin/find-accounts';
import { run } from './command';
import { type Answer, count, type Options, pick, formatRows, verb } from './print';

/** `admin key …` */
export function addKeyVerbs(key: Command): void {
  verb(key, 'create', 'create an API key; on a fresh installation also the owner’s account')
    .requiredOption('--email <email>', 'email of the account')
    .addOption(new Option('--type <type>', 'type of the key').choices(['INFERENCE', 'ADMIN']).default('INFERENCE'))
    .option('--description <text>', 'description of the key', '')
    .action((given: Options) => run(given, 'createKey', pick(given, 'email', 'type', 'description'), formatKey));
}

/** `admin account …` */
export function addAccountVerbs(account: Command): void {
  const ofOne = (name: string, description: string) =>
    verb(account, name, description).requiredOption(
      '--email <email>',
      'email of the account, or its wallet, or one that is linked to it',
    );
  ofOne('create', 'create an account and a link that sets its password').action((given: Options) =>
    run(given, 'createAccount', pick(given, 'email'), formatAccount),
  );
  ofOne('show', 'show balance, stake, and keys of an account').action((given: Options) =>
    run(given, 'showAccount', pick(given, 'email'), (answer) => formatView(answer as AccountView)),
  );
  verb(account, 'list', 'list all accounts, a thousand at a time, by email or wallet')
    .option('--after <email>', 'accounts after this one')
    .action((given: Options) => run(given, 'listAccounts', pick(given, 'after'), formatList));
  ofOne('block', 'block an account with its keys and sessions').action((given: Options) =>
    run(given, 'blockAccount', pick(given, 'email'), formatBlocking),
  );
  ofOne('unblock', 'unblock an account').action((given: Options) =>
    run(given, 'unblockAccount', pick(given, 'email'), formatBlocking),
  );
  ofOne('set-role', 'make an account an owner, or an owner a member')
    .addOption(new Option('--role <role>', 'the new role').choices(['owner', 'member']).makeOptionMandatory())
    .action((given: Options) =>
      run(given, 'setRole', pick(given, 'email', 'role'), ({ email, role }) =>
        role === 'owner' ? `${String(email)} is an owner.` : `${String(email)} is a member.`,
      ),
    );
  ofOne('reset-link', 'create a one-time link that sets a new password, valid for 24 hours').action((given: Options) =>
    run(given, 'resetLink', pick(given, 'email'), formatLink),
  );
  verb(account, 'invite', 'create a one-time link to sign up, valid for seven days').action((given: Options) =>
    run(given, 'inviteLink', {}, formatLink),
  );
}

function formatKey({ apiKey, apiKeyType, email, resetLink }: Answer): string {
  const key = `${String(apiKey)}\n\nThis ${String(apiKeyType)} key of ${String(email)} is shown once. Keep it safe.`;
  return resetLink ? `${key}\nThe owner’s account was created. ${formatPassword(resetLink)}` : key;
}

function formatAccount({ email, role, resetLink }: Answer): string {
  return `The account ${String(email)} was created (${String(role)}). ${formatPassword(resetLink)}`;
}

function formatPassword(link: unknown): string {
  return `Set its password here, once:\n${formatLink(link as Answer)}`;
}

function formatLink({ url, expiresAt }: Answer): string {
  return `${String(url)}\n(valid until ${String(expiresAt)})`;
}

function formatBlocking({ email, blocked }: Answer): string {
  if (!blocked) return `${String(email)} is no longer blocked.`;
  return `${String(email)} is blocked: every new request is refused. Requests in flight finish and are charged.`;
}

function formatView(view: AccountView): string {
  const wallet = view.walletAddress ? `, wallet ${view.walletAddress}` : '';
  const linked = view.linkedWallets.map((address) => `linked wallet ${address}`);
  return [
    `${view.holder}: ${view.role}, tier ${view.tier}${view.pro ? ', pro' : ''}${view.blocked ? ', BLOCKED' : ''}`,
    `created ${view.createdAt}, ${count(view.keys, 'usable key')}`,
    `can spend ${view.balanceUsd} USD (posted: ${view.postedUsd})`,
    `can spend ${view.balanceDiem} DIEM today (staked: ${view.stakedDiem}${wallet})`,
    ...linked,
  ].join('\n');
}

function formatList(answer: Answer): string {
  const { accounts, more } = answer as { accounts: AccountView[]; more: boolean };
  if (accounts.length === 0) return 'There are no accounts.';
  const rows = formatRows([
    ['email or wallet', 'role', 'tier', 'keys', 'USD', 'DIEM staked', ''],
    ...accounts.map((view) => [
      ...[view.holder, view.role, view.tier, String(view.keys), view.balanceUsd, view.stakedDiem],
      view.blocked ? 'blocked' : '',
    ]),
  ]);
  return more ? `${rows}\nMore: admin account list --after ${accounts.at(-1)?.holder}` : rows;
}
