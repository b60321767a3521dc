import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressStatic } from './steps/compress-static.mjs';
import { writeEmptyDatabase } from './steps/empty-database.mjs';
import { withLock } from './steps/lock.mjs';
import { explainAndExit, ROOT, runTool, say, stop } from './steps/run.mjs';
import { writeSceneIcons } from './steps/scene-icons.mjs';
import { BUILD, removeStamp, sourceFiles, writeStamp } from './steps/stamp.mjs';

/*
 * `next build`, then a bundle of each program that Next does not build: the production server, the admin command, and
 * the children and workers, which are started by their path in `dist`. Data files (migrations, price lists on disk) are
 * not copied: the bundles read them from the project's root.
 */

const DIST = join(ROOT, 'dist');

/** The whole build, with its stamp. The caller must hold the lock. */
export async function build() {
  const hash = BUILD.hash(ROOT);
  removeStamp(BUILD);
  const { code, output } = await runTool('next', ['build'], { env: { NODE_ENV: 'production' } });
  if (code !== 0) {
    say(output.trimEnd());
    throw stop(`next build failed (exit code ${code}); see its output above.`, 'Fix the errors, then run it again.');
  }
  await compressStatic(join(ROOT, '.next', 'static'));
  await bundle(['server.ts', 'scripts/admin.ts', ...childEntries()]);
  await writeEmptyDatabase();
  await writeSceneIcons();
  removeUnknownFiles();
  writeFileSync(join(DIST, 'revision.json'), `${JSON.stringify({ revision: findRevision() })}\n`);
  writeStamp(BUILD, hash);
}

/** The programs that are forked or run as workers: every `*.child.ts` and `*.worker.ts` of `lib`. */
export function childEntries() {
  return sourceFiles().filter((file) => /^lib\/.*\.(child|worker)\.ts$/.test(file));
}

/**
 * esbuild options for entries that become `dist/<base name>.mjs`.
 * @param {string[]} entries paths from the root
 * @returns {import('esbuild').BuildOptions & { outdir: string }}
 * @throws an error with a message if two entries would become one file
 */
export function bundleOptions(entries) {
  const names = entries.map((entry) => basename(entry));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw stop(`Two programs are named ${twice}.`, 'They share one folder after the build: rename one.');
  return {
    absWorkingDir: ROOT,
    entryPoints: entries,
    entryNames: '[name]',
    outdir: DIST,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'silent',
  };
}

/**
 * Bundles entries into `dist`. Unchanged files are not touched, and new ones appear atomically, so that a program that
 * starts a child in the meantime finds either the old or the new one.
 * @param {string[]} entries
 */
export async function bundle(entries) {
  // Imported dynamically, because this file is loaded before the packages are installed.
  const esbuild = await import('esbuild');
  const { outputFiles = [] } = await esbuild.build({ ...bundleOptions(entries), write: false });
  mkdirSync(DIST, { recursive: true });
  for (const { path, contents } of outputFiles) {
    if (isSame(path, contents)) continue;
    removeStamp(BUILD);
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** Only the children and workers, which unit tests start. A program that does not build only fails its own tests. */
export async function bundleChildren() {
  for (const entry of childEntries()) {
    await bundle([entry]).catch((error) => {
      rmSync(join(DIST, basename(entry).replace(/\.ts$/, '.mjs')), { force: true });
      say(error instanceof Error ? error.message : String(error));
    });
  }
}

/** Removes programs from `dist` whose source no longer exists. */
function removeUnknownFiles() {
  const wanted = new Set(['server.ts', 'admin.ts', ...childEntries().map((entry) => basename(entry))]);
  for (const name of readdirSync(DIST)) {
    const program = /^(.+)\.mjs(\.map)?$/.exec(name)?.[1];
    if (program && !wanted.has(`${program}.ts`)) rmSync(join(DIST, name));
  }
}

/** @param {string} path @param {Uint8Array} contents */
function isSame(path, contents) {
  try {
    return readFileSync(path).equals(contents);
  } catch {
    return false;
  }
}

/** `YYYYMMDD.HHMMSS`, UTC: of the last commit, or of the newest source if the project is not a git clone. */
function findRevision() {
  const digits = new Date(lastCommitMs() ?? newestSourceMs()).toISOString().replace(/\D/g, '');
  return `${digits.slice(0, 8)}.${digits.slice(8, 14)}`;
}

function lastCommitMs() {
  /** @param {string[]} args */
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    // An unpacked archive inside another repository has no commit of its own.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(ROOT)) return null;
    return Number(git('log', '-1', '--format=%ct')) * 1000;
  } catch {
    return null;
  }
}

function newestSourceMs() {
  return Math.max(...sourceFiles().map((file) => statSync(join(ROOT, file)).mtimeMs));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await withLock(build).catch(explainAndExit);
