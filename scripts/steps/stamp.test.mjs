import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILD, INSTALL, isCurrent, removeStamp, sourceFiles, writeStamp } from './stamp.mjs';

/** @type {string} */
let root;

/** @param {string} file @param {string} content */
function write(file, content) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** @param {typeof BUILD} stamp */
const finish = (stamp) => writeStamp(stamp, stamp.hash(root), root);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farebox-stamp-'));
  write('package-lock.json', '{"lockfileVersion":3}');
  write('lib/core/money.ts', 'export const one = 1;');
  write('server.ts', 'export {};');
  for (const product of BUILD.products) write(product, 'built');
  mkdirSync(join(root, 'node_modules'));
});

afterEach(() => rmSync(root, { recursive: true }));

describe('the stamp of the install', () => {
  it('is absent before the first install', () => {
    expect(isCurrent(INSTALL, root)).toBe(false);
  });

  it('holds until the lockfile changes', () => {
    finish(INSTALL);
    expect(isCurrent(INSTALL, root)).toBe(true);
    write('package-lock.json', '{"lockfileVersion":3,"packages":{}}');
    expect(isCurrent(INSTALL, root)).toBe(false);
  });

  it('applies to one Node major version', () => {
    expect(INSTALL.hash(root, '20')).not.toBe(INSTALL.hash(root, '24'));
    expect(INSTALL.hash(root)).toBe(INSTALL.hash(root, process.versions.node.split('.')[0]));
  });

  it('is invalid without node_modules', () => {
    finish(INSTALL);
    rmSync(join(root, 'node_modules'), { recursive: true });
    expect(isCurrent(INSTALL, root)).toBe(false);
  });
});

describe('the stamp of the build', () => {
  beforeEach(() => finish(BUILD));

  it('holds while nothing changes, whatever the times of the files', () => {
    utimesSync(join(root, 'server.ts'), 0, 0);
    expect(isCurrent(BUILD, root)).toBe(true);
  });

  it.each([
    ['a source changes', () => write('lib/core/money.ts', 'export const one = 2;')],
    ['a source appears', () => write('app/page.tsx', 'export default () => null;')],
    ['a source is removed', () => rmSync(join(root, 'server.ts'))],
    ['the lockfile changes', () => write('package-lock.json', '{}')],
    ['a product is missing', () => rmSync(join(root, 'dist/server.mjs'))],
    ['it is removed', () => removeStamp(BUILD, root)],
  ])('does not hold when %s', (_, change) => {
    change();
    expect(isCurrent(BUILD, root)).toBe(false);
  });

  it('detects a renamed file', () => {
    const before = BUILD.hash(root);
    rmSync(join(root, 'lib/core/money.ts'));
    write('lib/core/coin.ts', 'export const one = 1;');
    expect(BUILD.hash(root)).not.toBe(before);
  });

  it('ignores tests', () => {
    write('lib/core/money.test.ts', 'it fails');
    expect(sourceFiles(root)).toEqual(['lib/core/money.ts', 'server.ts']);
    expect(isCurrent(BUILD, root)).toBe(true);
  });
});
