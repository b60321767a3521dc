import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bundleChildren } from './build.mjs';
import { prepare } from './prepare.mjs';
import { explainAndExit, ROOT, run, stop } from './steps/run.mjs';

/*
 * `npm run bench -- NAME …`: runs `bench/NAME.ts` against the built product, by default `gateway`. A bench measures and
 * prints; it is not a test.
 */

const FOLDER = join(ROOT, 'bench');
/** These measure modules, from their sources: they need the children and workers, and no page. */
const WITHOUT_BUILD = new Set(['embeddings', 'ledger', 'search']);

try {
  const given = process.argv.slice(2);
  const [first = '--'] = given;
  const isNamed = !first.startsWith('-');
  const [name = '', ...rest] = isNamed ? given : ['gateway', ...given];
  if (!existsSync(join(FOLDER, `${name}.ts`))) {
    const names = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
    throw stop(
      `There is no bench named ${name}.`,
      `npm run bench -- ${names.map((file) => file.slice(0, -3)).join(' | ')}`,
    );
  }
  if (!isNamed) console.log('Running the default bench, gateway, which takes well over ten minutes.');
  await prepare({ build: !WITHOUT_BUILD.has(name) });
  if (WITHOUT_BUILD.has(name)) await bundleChildren();
  const args = ['--import', import.meta.resolve('tsx'), join(FOLDER, `${name}.ts`), ...rest];
  const { code } = await run(process.execPath, args, { show: true });
  process.exitCode = code;
} catch (error) {
  explainAndExit(error);
}
