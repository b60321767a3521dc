import { type Command, Option } from 'commander';
import type { GrantedCredit, Stake } from '../../lib/admin/contract';
import { newId } from '../../lib/core/ids';
import type { Verification } from '../../lib/ledger/verify/verify-ledger';
import { execute, run } from './command';
import { count, type Options, pick, print, verb } from './print';

/** The server's result and its account. */
type Of<T> = { email: string } & T;

const KINDS = ['GRANT', 'TOP_UP', 'REFUND'];

/** `admin credit`, `admin stake`, `admin ledger verify` */
export function addMoneyVerbs(admin: Command): void {
  addCreditVerb(admin, 'credit', 'add credit to an account');
  verb(admin, 'stake', 'set an account’s stake: the DIEM it may spend per UTC day')
    .requiredOption('--email <email>', 'email of the account')
    .option('--diem <amount>', 'an amount such as 5 or 2.50; 0 ends it; any amount unlinks a wallet')
    .option('--wallet <address>', 'or the wallet whose on-chain stake is used from now on')
    .action((given: Options) =>
      run(given, 'stakeAccount', pick(given, 'email', 'diem', 'wallet'), (answer) => formatStake(answer as Of<Stake>)),
    );
  verb(
    admin.command('ledger').description('the ledger of all charges and credits'),
    'verify',
    'verify that every balance, day, key, and request adds up; exit code 1 if one does not',
  ).action(async (given: Options) => {
    const answer = await execute('verifyLedger', {});
    print(given, answer, () => formatVerification(answer as Verification));
    if (!answer.ok) process.exitCode = 1;
  });
}

/** Also known as `account grant`. */
export function addCreditVerb(parent: Command, name: string, description: string): void {
  verb(parent, name, description)
    .requiredOption('--email <email>', 'email of the account')
    .requiredOption('--usd <amount>', 'how much, such as 25 or 2.50')
    .option('--reference <text>', 'added once, however often it is sent; generated and printed if absent')
    .addOption(new Option('--kind <kind>', 'reason: a gift, a payment, a refund').choices(KINDS).default('GRANT'))
    .action(async (given: Options) => {
      const reference = given.reference ?? newId();
      const input = { ...pick(given, 'email', 'usd', 'kind'), reference };
      // Printed before the command is sent, so that it can be repeated with the same reference if no answer arrives.
      const printReference = () =>
        process.stderr.write(
          `reference ${reference} – repeat with --reference ${reference} and it is added only once\n`,
        );
      const answer = await execute('creditAccount', input, given.reference === undefined ? printReference : undefined);
      print(given, answer, () => formatCredit(answer as Of<GrantedCredit>));
    });
}

function formatCredit({ email, usd, balanceUsd, reference, repeated }: Of<GrantedCredit>): string {
  if (repeated) return `The reference ${reference} was already used: nothing changed.`;
  return `${usd} USD were added to ${email}. Its balance is ${balanceUsd} USD. Reference: ${reference}`;
}

function formatStake({ email, stakedDiem, balanceDiem, walletAddress, reading }: Of<Stake>): string {
  const now = `${email} has ${stakedDiem} DIEM staked, and can spend ${balanceDiem} DIEM today.`;
  switch (reading) {
    case null:
      return now;
    case 'done':
      return `${now} Read from ${walletAddress}, and read again every ten minutes.`;
    case 'failed':
      return `${now} The stake of ${walletAddress} could not be read (see the log) and will be retried.`;
    case 'off':
      return `${now} The stake of ${walletAddress} is not read: set DIEM_STAKING_ADDRESS and DIEM_RPC_URL.`;
  }
}

function formatVerification({ ok, findings, total, counts, sums }: Verification): string {
  if (!ok) {
    const lines = findings.map(
      ({ check, subject, expected, actual }) => `${check}: ${subject}: ${expected} expected, ${actual} found`,
    );
    if (total > findings.length) lines.push(`… and ${count(total - findings.length, 'more finding')}.`);
    return [...lines, `The ledger does NOT add up: ${count(total, 'finding')}.`].join('\n');
  }
  return [
    `The ledger adds up: ${count(counts.accounts, 'account')}, ${count(counts.keys, 'key')}, ` +
      `${count(counts.entries, 'ledger entry', 'ledger entries')}, ${count(counts.requests, 'paid request')}, ${count(counts.liveHolds, 'live hold')}.`,
    `Balances: ${sums.postedUsd} USD. Charged: ${sums.chargedUsd} USD and ${sums.chargedDiem} DIEM. ` +
      `Absorbed: ${sums.absorbedUsd} USD and ${sums.absorbedDiem} DIEM.`,
  ].join('\n');
}
