import { needsOwner } from '../accounts/visitor';
import { needsSetupCode, setupCode } from '../accounts/sign-up/setup-code';
import { catalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import { clock } from '../platform/clock';
import type { Settings } from '../platform/env';
import { say } from '../platform/terminal';

/** A visitor on the machine itself, for the question whether the set-up code is asked at all. */
const ON_THE_MACHINE = { address: '127.0.0.1', direct: true };

/** Prints where the process listens, what it serves and what a newcomer does first. */
export async function announce(settings: Settings): Promise<void> {
  const models = [...activeCatalogAt(catalog(), clock.now()).models.keys()];
  say('');
  say(`  Farebox is ready at ${settings.publicOrigin}`);
  say(`  Process ${process.pid}; Ctrl-C or SIGTERM stops it, SIGHUP reads the service file again`);
  say(`  Models: ${models.length > 0 ? summary(models) : 'none; see the lines above'}`);
  if (await needsOwner()) {
    say('  Open it and create the owner account.');
    // Also on loopback: a proxy in front is seen only when a request comes through it.
    if (needsSetupCode(settings, ON_THE_MACHINE)) say(`  Set-up code: ${await setupCode()}`);
    else say(`  From another machine this needs the set-up code ${await setupCode()}`);
  }
  say('');
}

function summary(models: string[]): string {
  const SHOWN = 4;
  const rest = models.length - SHOWN;
  return `${models.slice(0, SHOWN).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
