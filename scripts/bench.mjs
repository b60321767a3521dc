import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { explainAndExit, ROOT, run, stop } from './steps/run.mjs';

/*
 * `npm run bench -- NAME …`: runs `bench/NAME.ts` against the built product, by default `gateway`. A bench measures and
 * prints; it is not a test.
 */

const FOLDER = join(ROOT, 'bench');

try {
  const given = process.argv.slice(2);
  const [first = '--'] = given;
  const isNamed = !first.startsWith('-');
  const [name, ...rest] = isNamed ? given : ['gateway', ...given];
  if (!existsSync(join(FOLDER, `${name}.ts`))) {
    const names = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
    throw stop(
      `There is no bench named ${name}.`,
      `npm run bench -- ${names.map((file) => file.slice(0, -3)).join(' | ')}`,
    );
  }
  if (!isNamed) console.log('Running the default bench, gateway, which takes well over ten minutes.');
  await prepare({ build: true });
  const args = ['--import', import.meta.resolve('tsx'), join(FOLDER, `${name}.ts`), ...rest];
  const { code } = await run(process.execPath, args, { show: true });
  process.exitCode = code;
} catch (error) {
  explainAndExit(error);
}
