import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './run.mjs';

/*
 * A stamp is a small file with the hash of a step's inputs. If the hash of the current inputs is the same, the step
 * need not run again. Contents are hashed, not times, because a checkout or a copy changes times.
 */

/** The inputs of the build besides the lockfile. Folders count completely, except for tests. */
const SOURCES = [
  'app',
  'components',
  'lib',
  'public',
  'server.ts',
  'proxy.ts',
  'instrumentation.ts',
  'next.config.ts',
  'tailwind.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'scripts/build.mjs',
  'scripts/steps/scene-icons.mjs',
  'scripts/admin.ts',
];

/**
 * @typedef {object} Stamp
 * @property {string} file path of the stamp, from the root
 * @property {string[]} products without which the step counts as not done
 * @property {(root: string, nodeMajor?: string) => string} hash of what the step is made from
 */

/** node_modules: made from the lockfile, for one Node major on one platform. @type {Stamp} */
export const INSTALL = {
  file: 'node_modules/.farebox-stamp',
  products: ['node_modules'],
  hash: (root, nodeMajor) => hashFiles(root, ['package-lock.json'], nodeMajor),
};

/** .next and dist: made from the sources and the lockfile. @type {Stamp} */
export const BUILD = {
  file: 'dist/.build-stamp',
  products: ['.next/BUILD_ID', 'dist/server.mjs', 'dist/admin.mjs', 'dist/scene-icons.json'],
  hash: (root, nodeMajor) => hashFiles(root, ['package-lock.json', ...sourceFiles(root)], nodeMajor),
};

/**
 * Whether a step's products are up to date.
 * @param {Stamp} stamp
 * @param {string} [root]
 */
export function isCurrent(stamp, root = ROOT) {
  if (!stamp.products.every((product) => existsSync(join(root, product)))) return false;
  const file = join(root, stamp.file);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp.hash(root);
}

/**
 * Writes the stamp of a finished step.
 * @param {Stamp} stamp
 * @param {string} hash taken before the step began: an edit in between leaves the step stale
 * @param {string} [root]
 */
export function writeStamp(stamp, hash, root = ROOT) {
  const file = join(root, stamp.file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/**
 * Marks a step as not done.
 * @param {Stamp} stamp
 * @param {string} [root]
 */
export function removeStamp(stamp, root = ROOT) {
  rmSync(join(root, stamp.file), { force: true });
}

/**
 * The files that the build is made from, sorted.
 * @param {string} [root]
 * @returns {string[]} paths from the root
 */
export function sourceFiles(root = ROOT) {
  return SOURCES.flatMap((source) => filesBelow(root, source)).sort();
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(root, path) {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) =>
    /\.test\.tsx?$/.test(name) ? [] : filesBelow(root, `${path}/${name}`),
  );
}

/**
 * @param {string} root
 * @param {string[]} files
 * @param {string} [nodeMajor] packages and bundles of another Node major may not run
 */
function hashFiles(root, files, nodeMajor = process.versions.node.split('.')[0]) {
  const hash = createHash('sha256').update(`${nodeMajor} ${process.platform} ${process.arch}`);
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
