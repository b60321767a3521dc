import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Order, type OrderInput } from '../../lib/admin/orders';
import { perform } from '../../lib/admin/perform';
import { openNamed } from '../../lib/boot/open-named';
import { settings } from '../../lib/platform/env';
import { askServer } from './ask-server';
import { type Answer, type Options, print } from './print';

/** Carries out an order and prints what it came to. @throws as `carryOut` does */
export async function run(
  given: Options,
  name: OrderInput['verb'],
  input: Answer,
  format: (answer: Answer) => string,
): Promise<void> {
  print(given, await carryOut(name, input), format);
}

/**
 * Carries out an order: by the running server where it holds the embedded database, which has one process, else in this
 * process.
 * @param beforehand what is to be said once the order is known to be sound, before anything is sent or opened
 * @throws Error that names the options which are wrong; whatever the order throws
 */
export async function carryOut(
  name: OrderInput['verb'],
  input: Answer,
  beforehand: () => void = () => undefined,
): Promise<Answer> {
  const order = Order.safeParse({ verb: name, input });
  if (!order.success)
    throw new Error(order.error.issues.map(({ path, message }) => `--${String(path.at(-1))}: ${message}`).join('\n'));
  beforehand();
  return (
    (await askServer({ verb: name, input })) ?? (await here(() => perform(order.data), { make: MAKERS.has(name) }))
  );
}

/** Verbs that may be the first thing that ever happens to an installation. */
const MAKERS = new Set<OrderInput['verb']>(['createKey', 'createAccount']);

/**
 * Opens the database for a piece of work in this process, and closes it.
 * @param options.make whether an embedded database that is not there yet is to be made
 * @throws as `openNamed` and the work do
 */
export async function here(work: () => Promise<Answer>, { make }: { make: boolean }): Promise<Answer> {
  const { databaseUrl, dataDir } = settings();
  if (!make && !databaseUrl && !existsSync(join(dataDir, 'db'))) {
    throw new Error(
      `There is no database in DATA_DIR (${dataDir}). Set DATA_DIR or DATABASE_URL as the server has it.`,
    );
  }
  const opened = await openNamed(settings());
  try {
    return await work();
  } finally {
    await opened.close();
  }
}
