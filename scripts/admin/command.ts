import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command, type CommandInput } from '../../lib/admin/commands';
import { perform } from '../../lib/admin/perform';
import { openConfiguredDatabase } from '../../lib/boot/open-configured-database';
import { settings } from '../../lib/platform/env';
import { askServer } from './ask-server';
import { type Answer, type Options, print } from './print';

/** Executes a command and prints its result. @throws like `execute` */
export async function run(
  given: Options,
  name: CommandInput['verb'],
  input: Answer,
  format: (answer: Answer) => string,
): Promise<void> {
  print(given, await execute(name, input), format);
}

/**
 * Executes a command: by the running server if it holds the embedded database, which only one process can use, else in
 * this process.
 * @param beforehand called once the command is valid, before anything is sent or opened
 * @throws Error with the invalid options; any error of the command
 */
export async function execute(
  name: CommandInput['verb'],
  input: Answer,
  beforehand: () => void = () => undefined,
): Promise<Answer> {
  const command = Command.safeParse({ verb: name, input });
  if (!command.success)
    throw new Error(command.error.issues.map(({ path, message }) => `--${String(path.at(-1))}: ${message}`).join('\n'));
  beforehand();
  return (
    (await askServer({ verb: name, input })) ??
    (await runLocally(() => perform(command.data), { create: MAY_CREATE_DATABASE.has(name) }))
  );
}

/** Commands that may be the first ever run on an installation. */
const MAY_CREATE_DATABASE = new Set<CommandInput['verb']>(['createKey', 'createAccount']);

/**
 * Opens the database for some work in this process, and closes it.
 * @param options.create whether to create a missing embedded database
 * @throws like `openConfiguredDatabase` and the work
 */
export async function runLocally(work: () => Promise<Answer>, { create }: { create: boolean }): Promise<Answer> {
  const { databaseUrl, dataDir } = settings();
  if (!create && !databaseUrl && !existsSync(join(dataDir, 'db'))) {
    throw new Error(
      `There is no database in DATA_DIR (${dataDir}). Set DATA_DIR or DATABASE_URL to that of the server.`,
    );
  }
  const opened = await openConfiguredDatabase(settings());
  try {
    return await work();
  } finally {
    await opened.close();
  }
}
