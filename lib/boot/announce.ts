import { needsOwner } from '../accounts/visitor';
import { needsSetupCode, setupCode } from '../accounts/sign-up/setup-code';
import { gigabytes } from '../engines/gigabytes';
import { fetchedBytes } from '../engines/sources/partial';
import { findStamped } from '../engines/weights';
import { catalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { printLine } from '../platform/terminal';
import { FIRST_MODEL, isFirst, type ModelChoice } from './choose-models';
import { testMoneyLines } from './local-chains';
import { walletLines } from './wallets';

/** A visitor on the same machine, to check whether the setup code is required at all. */
const ON_THE_MACHINE = { address: '127.0.0.1', direct: true };

/** Prints where the process listens, what it serves, and the first steps for a new user. */
export async function announce(settings: Settings, choice: ModelChoice): Promise<void> {
  const models = [...activeCatalogAt(catalog(), clock.now()).models.keys()];
  printLine('');
  printLine(`  Farebox is ready at ${settings.publicOrigin}`);
  printLine(`  Process ${process.pid}; Ctrl-C or SIGTERM stops it, SIGHUP reloads the service file`);
  printLine(`  Models: ${models.length > 0 ? summary(models) : 'none yet'}`);
  for (const line of await betterModelLines(choice, settings)) printLine(`  ${line}`);
  for (const line of [...testMoneyLines(settings), ...(await walletLines(settings))]) printLine(`  ${line}`);
  if (await needsOwner()) {
    printLine(`  Open ${settings.publicOrigin} and create the owner account.`);
    // Also on loopback: a proxy in front is only detected when a request comes through it.
    if (needsSetupCode(settings, ON_THE_MACHINE)) printLine(`  Setup code: ${await setupCode()}`);
    else printLine(`  From another machine, use the setup code ${await setupCode()}`);
  }
  printLine('');
}

function summary(models: string[]): string {
  const SHOWN = 4;
  const rest = models.length - SHOWN;
  return `${models.slice(0, SHOWN).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** That a better model is on its way, how far it is, and how to turn it off; or why there is none. */
export async function betterModelLines(
  { entries, declined }: ModelChoice,
  { serviceFile, modelsDir }: Pick<Settings, 'serviceFile' | 'modelsDir'>,
): Promise<string[]> {
  if (declined !== null) return [declined, 'Set EMBEDDED_MODELS to choose the models and to end this message.'];
  const lines: string[] = [];
  for (const entry of entries.filter((one) => !isFirst(one))) {
    if ((await findStamped(entry, modelsDir)) !== null) continue;
    const { name, bytes = 0 } = entry;
    const done = bytes > 0 ? Math.floor((100 * (await fetchedBytes(entry, modelsDir))) / bytes) : 0;
    const then = serviceFile === undefined ? 'It becomes the default model' : 'It is served';
    lines.push(`${name} (${gigabytes(bytes)}) is being fetched in the background, ${done}% so far.`);
    lines.push(`${then} when it is ready; EMBEDDED_MODELS=${FIRST_MODEL} turns it off.`);
  }
  return lines;
}
