import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { isWrittenBy, type OperatorAccess, readOperatorAccess } from '../lib/accounts/operator-token';
import { Order, type OrderInput } from '../lib/admin/contract';
import { perform } from '../lib/admin/perform';
import { listAutomatic } from '../lib/boot/assemble';
import { isApiError } from '../lib/core/errors';
import { checkServiceFile } from '../lib/models/service-file';
import { initServiceFile } from '../lib/models/service-file/init';
import { findHolder } from '../lib/platform/database/lock';
import { lockFolderOf } from '../lib/platform/database/pglite';
import { openDatabase } from '../lib/platform/db';
import { settings } from '../lib/platform/env';
import { createLogger } from '../lib/platform/log';
import { processState } from '../lib/platform/process-state';

type Answer = Record<string, unknown>;
type Options = Record<string, string | boolean | undefined>;

/** A running server answers within this, also while it hashes a password. */
const SERVER_TIMEOUT_MS = 30_000;

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
    process.stderr.write(`${wordsOf(error)}\n`);
    process.exitCode = 1;
  }
}

function program(): Command {
  const admin = new Command('admin').description('The operator’s verbs of this installation.');
  addKeyVerbs(admin.command('key').description('API keys'));
  addAccountVerbs(admin.command('account').description('accounts, one-time links, credit'));
  addServiceVerbs(admin.command('service').description('the service file'));
  return admin;
}

function addKeyVerbs(key: Command): void {
  verb(key, 'create', 'make an API key; on a fresh installation also the owner’s account')
    .requiredOption('--email <email>', 'whose key')
    .addOption(new Option('--type <type>', 'what it may do').choices(['INFERENCE', 'ADMIN']).default('INFERENCE'))
    .option('--description <text>', 'what it is for', '')
    .action((given: Options) => run(given, 'createKey', pick(given, 'email', 'type', 'description'), tellKey));
}

function addAccountVerbs(account: Command): void {
  verb(account, 'create', 'make an account and a link that sets its password')
    .requiredOption('--email <email>', 'its e-mail')
    .action((given: Options) => run(given, 'createAccount', pick(given, 'email'), tellAccount));
  verb(account, 'reset-link', 'make a one-time link that sets a new password, good for 24 hours')
    .requiredOption('--email <email>', 'whose password')
    .action((given: Options) => run(given, 'resetLink', pick(given, 'email'), tellLink));
  verb(account, 'invite', 'make a one-time link to sign up, good for seven days').action((given: Options) =>
    run(given, 'inviteLink', {}, tellLink),
  );
  verb(account, 'grant', 'book credit on an account')
    .requiredOption('--email <email>', 'whose account')
    .requiredOption('--usd <amount>', 'how much, such as 25 or 2.50')
    .option('--reference <text>', 'booked once, however often it is sent')
    .action((given: Options) => run(given, 'grantCredit', pick(given, 'email', 'usd', 'reference'), tellGrant));
}

function addServiceVerbs(service: Command): void {
  verb(service, 'check', 'say whether a service file is usable')
    .argument('[file]', 'the file; SERVICE_FILE when absent')
    .action(async (file: string | undefined, given: Options) => {
      const path = file ?? settings().serviceFile;
      if (path === undefined) throw new Error('Name the file, or set SERVICE_FILE.');
      const outcome = await checkServiceFile(path, process.env);
      if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
      print(given, { ok: true, summary: outcome.summary }, () => outcome.summary);
    });
  verb(service, 'init', 'write a service file to fill in, with every model that has no price yet')
    .argument('[file]', 'where; it must not exist', 'service.yaml')
    .action(async (file: string, given: Options) => {
      const listed = await listAutomatic();
      for (const { id, failure } of listed) if (failure) process.stderr.write(`${id} could not be asked: ${failure}\n`);
      await writeNew(file, initServiceFile({ listed, settings: settings() }));
      print(given, { file }, () => `${file} was written. Fill it in, then set SERVICE_FILE=${file} and start again.`);
    });
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`${file} exists already. Name another file.`, { cause: error });
    }
    throw error;
  }
}

function verb(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json', 'print JSON and nothing else');
}

async function run(given: Options, name: OrderInput['verb'], input: Answer, tell: (answer: Answer) => string) {
  const order = Order.safeParse({ verb: name, input });
  if (!order.success)
    throw new Error(order.error.issues.map(({ path, message }) => `--${String(path.at(-1))}: ${message}`).join('\n'));
  print(given, (await askServer({ verb: name, input })) ?? (await performHere(order.data)), tell);
}

async function performHere(order: Order): Promise<Answer> {
  const opened = await openDatabase(settings());
  try {
    return await perform(order);
  } finally {
    await opened.close();
  }
}

/** The embedded database has one process: while the server holds it, the server does the work. */
async function askServer(order: { verb: string; input: Answer }): Promise<Answer | null> {
  const { databaseUrl, dataDir } = settings();
  const holder = databaseUrl ? null : findHolder(lockFolderOf(dataDir));
  if (!holder) return null;
  const access = await readOperatorAccess(dataDir);
  if (!access || !isWrittenBy(access, holder)) {
    const who = holder.pid === 0 ? 'A process' : `Process ${holder.pid}`;
    throw new Error(`${who} holds the database in ${dataDir}, but is not ready: it starts or stops. Try again.`);
  }
  const { status, text } = await send(access, JSON.stringify(order)).catch((error: unknown) => {
    throw new Error(wordsOfFailure(error, access), { cause: error });
  });
  const answer = parseAnswer(text);
  if (answer === null) throw new Error(`What listens at ${access.address} answered ${status}, and not as the server.`);
  if (status !== 200) throw new Error(String(answer.error));
  return answer;
}

async function send({ address, token }: OperatorAccess, body: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${address}/api/console/operator`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(SERVER_TIMEOUT_MS),
  });
  return { status: response.status, text: await response.text() };
}

function parseAnswer(text: string): Answer | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Answer) : null;
  } catch {
    return null;
  }
}

/** `fetch failed` helps nobody: what is to be known is who was asked where, and what may have happened there. */
function wordsOfFailure(error: unknown, { address, writer }: OperatorAccess): string {
  const server = `The server (process ${writer.pid}) at ${address}`;
  const { name, cause } = error instanceof Error ? error : { name: '', cause: undefined };
  if (name === 'TimeoutError') {
    const seconds = SERVER_TIMEOUT_MS / 1000;
    return `${server} did not answer within ${seconds} seconds. It may have done the work all the same: look first.`;
  }
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  if (code === 'ECONNREFUSED') return `${server} does not listen: it starts or stops. Try again.`;
  return `${server} cannot be asked${code ? ` (${code})` : ''}. Is it starting or stopping? Look at its log, and try again.`;
}

function print(given: Options, answer: Answer, tell: (answer: Answer) => string): void {
  process.stdout.write(`${given.json ? JSON.stringify(answer, null, 2) : tell(answer)}\n`);
}

function tellKey({ apiKey, apiKeyType, email, resetLink }: Answer): string {
  const key = `${String(apiKey)}\n\nThis ${String(apiKeyType)} key of ${String(email)} is shown once. Keep it safe.`;
  return resetLink ? `${key}\nThe owner’s account was made. ${tellPassword(resetLink)}` : key;
}

function tellAccount({ email, role, resetLink }: Answer): string {
  return `The account ${String(email)} was made (${String(role)}). ${tellPassword(resetLink)}`;
}

function tellPassword(link: unknown): string {
  return `Its password is set here, once:\n${tellLink(link as Answer)}`;
}

function tellLink({ url, expiresAt }: Answer): string {
  return `${String(url)}\n(good until ${String(expiresAt)})`;
}

function tellGrant({ email, usd, balanceUsd, reference, repeated }: Answer): string {
  if (repeated) return `The reference ${String(reference)} was booked before: nothing changed.`;
  return `${String(usd)} USD were booked on ${String(email)}, which can now spend ${String(balanceUsd)} USD.`;
}

/** Only what was given: an absent option is no member. */
function pick(given: Options, ...names: string[]): Answer {
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

function wordsOf(error: unknown): string {
  if (isApiError(error))
    return [error.message, ...(error.options.issues ?? []).map(({ message }) => message)].join('\n');
  return error instanceof Error ? error.message : String(error);
}
