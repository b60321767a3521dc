import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';
import { explainAndExit, ROOT, run, say, sayWhile } from './steps/run.mjs';

/*
 * `npm run fuzz`: an OpenAPI fuzzer (schemathesis, a Python package) against the built product, using its API
 * description. Without Python it prints a message and succeeds: the unit tests also fuzz with the same description.
 */

const VERSION = '4.32.5';
const FOLDER = join(ROOT, 'node_modules', '.cache', `schemathesis-${VERSION}`);
const BIN = join(FOLDER, process.platform === 'win32' ? 'Scripts' : 'bin');
const PYTHONS = ['python3', 'python'];
const INSTALL_MS = 300_000;

/**
 * Runs the fuzzer.
 * @param {string[]} [further] its further arguments, e.g. `--seed=1`
 * @returns its exit code; also 0 if it is unavailable
 */
export async function fuzz(further = []) {
  const program = await findSchemathesis();
  if (program === null) {
    say('Skipping schemathesis: it needs Python 3 with venv and pip.');
    return 0;
  }
  await prepare({ build: true });
  const args = ['--import', import.meta.resolve('tsx'), join(ROOT, 'scripts', 'fuzz.ts'), program, FOLDER, ...further];
  const { code } = await run(process.execPath, args, { show: true });
  return code;
}

/** The path of the fuzzer, which is installed into a separate folder if missing; null if that fails. */
async function findSchemathesis() {
  const program = join(BIN, process.platform === 'win32' ? 'schemathesis.exe' : 'schemathesis');
  if (existsSync(program)) return program;
  const installed = await sayWhile('Fetching schemathesis …', install);
  if (installed) return program;
  rmSync(FOLDER, { recursive: true, force: true });
  return null;
}

async function install() {
  for (const python of PYTHONS) {
    const created = await run(python, ['-m', 'venv', FOLDER], { timeoutMs: INSTALL_MS });
    if (created.code !== 0) continue;
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
