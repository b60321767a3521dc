import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explainAndExit, ROOT, run, say, sayWhile } from './steps/run.mjs';

/*
 * `npm run fuzz`: a fuzzer of OpenAPI (schemathesis, a Python package) against the built product, by its own description.
 * Where there is no Python it says so and ends well: the unit tests have fuzzed by the same description.
 */

const VERSION = '4.32.5';
const PLACE = join(ROOT, 'node_modules', '.cache', `schemathesis-${VERSION}`);
const BIN = join(PLACE, process.platform === 'win32' ? 'Scripts' : 'bin');
const PYTHONS = ['python3', 'python'];
const INSTALL_MS = 300_000;

/**
 * Runs the fuzzer.
 * @param {string[]} [further] arguments of it, e.g. `--seed=1`
 * @returns its exit code; 0 also where it cannot be had
 */
export async function fuzz(further = []) {
  const program = await findSchemathesis();
  if (program === null) {
    say('No fuzzing by schemathesis: no Python 3 with venv and pip that could install it.');
    return 0;
  }
  await prepare({ build: true });
  const args = ['--import', import.meta.resolve('tsx'), join(ROOT, 'scripts', 'fuzz.ts'), program, PLACE, ...further];
  const { code } = await run(process.execPath, args, { show: true });
  return code;
}

/** The path of the fuzzer, installed into a folder of its own where it is not there yet; null where that fails. */
async function findSchemathesis() {
  const program = join(BIN, process.platform === 'win32' ? 'schemathesis.exe' : 'schemathesis');
  if (existsSync(program)) return program;
  const installed = await sayWhile('Fetching schemathesis …', install);
  if (installed) return program;
  rmSync(PLACE, { recursive: true, force: true });
  return null;
}

async function install() {
  for (const python of PYTHONS) {
    const made = await run(python, ['-m', 'venv', PLACE], { timeoutMs: INSTALL_MS });
    if (made.code !== 0) continue;
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`];
    return (await run(join(BIN, 'python'), pip, { timeoutMs: INSTALL_MS })).code === 0;
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await fuzz(process.argv.slice(2));
  } catch (error) {
    explainAndExit(error);
  }
}
