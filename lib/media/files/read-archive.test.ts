import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zipOf } from '../test-files';
import { readArchive } from './read-archive';

const all = () => true;
const text = (bytes?: Uint8Array) => new TextDecoder().decode(bytes);
const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes);

/** The offset of the directory's n-th entry. */
function entryAt(archive: Buffer, number = 0): number {
  let at = archive.indexOf('PK\x01\x02', 0, 'latin1');
  for (let passed = 0; passed < number; passed += 1) at = archive.indexOf('PK\x01\x02', at + 4, 'latin1');
  return at;
}

describe('readArchive', () => {
  it('unpacks the wanted files, compressed or stored', () => {
    const packed = readArchive(
      zipOf({ 'a.xml': 'x'.repeat(500), 'é/b.xml': 'y', 'c.png': 'z', empty: '' }),
      (name) => !name.endsWith('png'),
    );
    if (typeof packed === 'string') throw new Error(packed);
    expect([...packed.keys()]).toEqual(['a.xml', 'é/b.xml', 'empty']);
    expect(text(packed.get('a.xml'))).toBe('x'.repeat(500));
    const stored = readArchive(zipSync({ a: Buffer.from('plain') }, { level: 0 }), all);
    expect(typeof stored === 'string' ? stored : text(stored.get('a'))).toBe('plain');
  });

  it('finds the directory before a comment', () => {
    const archive = bufferOf(zipOf({ a: 'x' }));
    archive.writeUInt16LE(5, archive.length - 2);
    expect(readArchive(Buffer.concat([archive, Buffer.from('hello')]), all)).toBeInstanceOf(Map);
  });

  it('never unpacks more than the directory says', () => {
    const archive = bufferOf(zipOf({ a: 'x'.repeat(1_000_000) }));
    archive.writeUInt32LE(10, entryAt(archive) + 24);
    expect(readArchive(archive, all)).toBe('damaged');
  });

  it('checks the total size in the directory before unpacking anything', () => {
    const archive = bufferOf(zipOf({ a: 'x', b: 'y' }));
    archive.writeUInt32LE(200_000_000, entryAt(archive) + 24);
    archive.writeUInt32LE(200_000_000, entryAt(archive, 1) + 24);
    expect(readArchive(archive, all)).toBe('too_large');
    // Unwanted files do not count.
    expect(readArchive(archive, (name) => name === 'c')).toEqual(new Map());
  });

  it('counts a file as often as the directory lists it', () => {
    const once = bufferOf(zipOf({ a: 'x'.repeat(30_000_000) }));
    const start = entryAt(once);
    const entry = once.subarray(start, start + 46 + 1);
    const end = bufferOf(once.subarray(-22));
    const times = 100;
    end.writeUInt16LE(times, 8);
    end.writeUInt16LE(times, 10);
    const archive = Buffer.concat([once.subarray(0, start), ...Array.from({ length: times }, () => entry), end]);
    expect(readArchive(archive, all)).toBe('too_large');
  });

  it('accepts ten thousand files and no more', () => {
    const many = (count: number) => zipOf(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, ''])));
    expect(readArchive(many(10_000), all)).toBeInstanceOf(Map);
    expect(readArchive(many(10_001), all)).toBe('too_large');
  });

  it('detects encrypted files', () => {
    const archive = bufferOf(zipOf({ a: 'x' }));
    archive.writeUInt16LE(1, entryAt(archive) + 8);
    expect(readArchive(archive, all)).toBe('protected');
  });

  it.each([
    ['nothing', () => Buffer.alloc(0)],
    ['its first half', () => bufferOf(zipOf({ a: 'x'.repeat(300) })).subarray(0, 60)],
    [
      'a directory elsewhere',
      () => {
        const archive = bufferOf(zipOf({ a: 'x' }));
        archive.writeUInt32LE(9_999, archive.length - 6);
        return archive;
      },
    ],
    [
      'a file elsewhere',
      () => {
        const archive = bufferOf(zipOf({ a: 'x' }));
        archive.writeUInt32LE(9_999, entryAt(archive) + 42);
        return archive;
      },
    ],
    [
      'another method',
      () => {
        const archive = bufferOf(zipOf({ a: 'x' }));
        archive.writeUInt16LE(12, entryAt(archive) + 10);
        return archive;
      },
    ],
  ])('%s is damaged', (_, make) => {
    expect(readArchive(make(), all)).toBe('damaged');
  });

  it('survives a change of any byte', () => {
    const whole = bufferOf(zipOf({ 'a.xml': 'x'.repeat(100), 'b.xml': 'yz' }));
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.nat(255),
        fc.nat(whole.length - 1),
        fc.nat(255),
        (at, byte, also, other) => {
          const archive = Buffer.from(whole);
          archive[at] = byte;
          archive[also] = other;
          const read = readArchive(archive, all);
          expect(read instanceof Map || ['damaged', 'protected', 'too_large'].includes(read)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
