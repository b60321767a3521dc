import { needsOwner } from '../accounts/visitor';
import { needsSetupCode, setupCode } from '../accounts/sign-up/setup-code';
import { gigabytes } from '../engines/gigabytes';
import { localModels } from '../engines/local-models';
import { catalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { printLine } from '../platform/terminal';
import { FIRST_MODEL, type ModelChoice } from './choose-models';

/** A visitor on the same machine, to check whether the setup code is required at all. */
const ON_THE_MACHINE = { address: '127.0.0.1', direct: true };

/** Prints where the process listens, what it serves, and the first steps for a new user. */
export async function announce(settings: Settings, choice: ModelChoice): Promise<void> {
  const models = [...activeCatalogAt(catalog(), clock.now()).models.keys()];
  printLine('');
  printLine(`  Farebox is ready at ${settings.publicOrigin}`);
  printLine(`  Process ${process.pid}; Ctrl-C or SIGTERM stops it, SIGHUP reloads the service file`);
  printLine(`  Models: ${models.length > 0 ? summary(models) : 'none yet'}`);
  for (const line of betterModelLines(choice, settings)) printLine(`  ${line}`);
  if (await needsOwner()) {
    printLine('  Open it and create the owner account.');
    // Also on loopback: a proxy in front is only detected when a request comes through it.
    if (needsSetupCode(settings, ON_THE_MACHINE)) printLine(`  Setup code: ${await setupCode()}`);
    else printLine(`  From another machine, use the setup code ${await setupCode()}`);
  }
  printLine('');
}

function summary(models: string[]): string {
  const SHOWN = 4;
  const rest = models.length - SHOWN;
  return `${models.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** That a better model is on its way, how far it is, and how to turn it off; or why there is none. */
function betterModelLines({ entries, declined }: ModelChoice, { serviceFile }: Settings): string[] {
  if (declined !== null) return [declined, 'Set EMBEDDED_MODELS to choose the models and to end this message.'];
  return entries.flatMap(({ id, name, bytes = 0 }) => {
    const state = localModels().get(id);
    if (state?.state !== 'fetching') return [];
    const done = bytes > 0 ? Math.floor((100 * state.doneBytes) / bytes) : 0;
    const then =
      serviceFile === undefined ? 'It becomes the default model when it is ready' : 'It is served when it is ready';
    return [
      `${name} (${gigabytes(bytes)}) is being fetched in the background, ${done}% so far.`,
      `${then}; EMBEDDED_MODELS=${FIRST_MODEL} turns it off.`,
    ];
  });
}
