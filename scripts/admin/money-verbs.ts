import { type Command, Option } from 'commander';
import type { GrantedCredit, RecordedRefund, Stake } from '../../lib/admin/contract';
import type { CommandInput } from '../../lib/admin/commands';
import { newId } from '../../lib/core/ids';
import type { Verification } from '../../lib/ledger/verify/verify-ledger';
import { execute, run } from './command';
import { type Answer, count, type Options, pick, print, verb } from './print';

/** The server's result and its account. */
type Of<T> = { email: string } & T;

const KINDS = ['GRANT', 'TOP_UP', 'REFUND'];

/** `admin credit`, `admin refund`, `admin stake`, `admin ledger verify` */
export function addMoneyVerbs(admin: Command): void {
  addCreditVerb(admin, 'credit', 'add credit to an account');
  addRefundVerb(admin);
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
      const answer = await executeOnce('creditAccount', pick(given, 'email', 'usd', 'kind'), given, 'added');
      print(given, answer, () => formatCredit(answer as Of<GrantedCredit>));
    });
}

function addRefundVerb(admin: Command): void {
  verb(admin, 'refund', 'take the credit of a wallet’s payment back out, after you have sent USDC back')
    .requiredOption('--payment <id>', 'ID of the payment')
    .requiredOption('--usd <amount>', 'how much you have sent back, such as 5 or 2.50')
    .option('--transaction <id>', 'the transaction that sent it back')
    .option('--reference <text>', 'recorded once, however often it is sent; generated and printed if absent')
    .action(async (given: Options) => {
      const input = pick(given, 'payment', 'usd', 'transaction');
      const answer = await executeOnce('refundPayment', input, given, 'recorded');
      print(given, answer, () => formatRefund(answer as RecordedRefund));
    });
}

/**
 * Executes a command that has an effect once per reference. A generated one is printed before the command is sent, so
 * that it can be repeated with the same reference if no answer arrives.
 */
function executeOnce(
  name: CommandInput['verb'],
  input: Answer,
  given: Options,
  effect: 'added' | 'recorded',
): Promise<Answer> {
  const reference = given.reference ?? newId();
  const printReference = () =>
    process.stderr.write(
      `reference ${String(reference)} – repeat with --reference ${String(reference)} and it is ${effect} only once\n`,
    );
  return execute(name, { ...input, reference }, given.reference === undefined ? printReference : undefined);
}

function formatRefund({ usd, balanceUsd, refundableUsd, reference, repeated }: RecordedRefund): string {
  if (repeated) return `The reference ${reference} was already used: nothing changed.`;
  return `${usd} USD were taken out. The account’s balance is ${balanceUsd} USD, and ${refundableUsd} USD of the payment can still be refunded. Reference: ${reference}`;
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
