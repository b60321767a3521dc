/** Media of the maximum size: no step of the event loop processes all of one. Counted in turns, not in milliseconds. */
import { describe, expect, it } from 'vitest';
import { cleanBase64, encodeBase64 } from './base64';
import { checkAudio } from './check-audio';
import { readMedia } from './read-media';

const bounds = {
  maxBytes: 25_000_000,
  what: 'image',
  path: ['url'],
  account: 'a',
  signal: new AbortController().signal,
};
/** As large as a body may be; each as a single flat string, like those from JSON. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');
const bytes = Buffer.alloc(24_750_000, 'any bytes');
const base64 = bytes.toString('base64');

/** How many turns the event loop took during the work. */
async function turnsOf<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work.finally(() => (isOver = true));
  return { turns, result };
}

describe('33 MB', () => {
  it.each([
    ['base64', () => flat(`data:image/png;base64,${base64}`), bytes],
    ['base64 in lines', () => flat(`data:;base64,${base64.replace(/.{76}/g, '$&\r\n')}`), bytes],
    ['base64 with escapes', () => flat(`data:;base64,${base64.replace('+', '%2B').replace(/=/g, '%3D')}`), bytes],
    ['base64 of white space alone', () => flat(`data:;base64,${' '.repeat(33_000_000)}`), Buffer.alloc(0)],
    ['base64 of escaped white space alone', () => flat(`data:;base64,${'%20'.repeat(11_000_000)}`), Buffer.alloc(0)],
  ])('%s is decoded in slices', async (_, url, expected) => {
    const { turns, result } = await turnsOf(readMedia(url(), bounds));
    expect(turns).toBeGreaterThan(20);
    expect(expected.equals(result.bytes)).toBe(true);
  });

  it.each([
    ['escapes', `data:image/png,${'%00%ff%41'.repeat(3_600_000)}`],
    ['plain text', `data:,${'x%'.repeat(12_000_000)}`],
  ])('of %s are refused with the limit, and what to send instead', async (_, url) => {
    const refusal = readMedia(url, bounds);
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_FILE_SIZE' });
    await expect(refusal).rejects.toThrow(/at most 3000000 characters: send base64/);
  });

  it('escapes across the slices are one byte each', async () => {
    for (const shift of ['', 'x', 'xx']) {
      const { bytes: decoded } = await readMedia(flat(`data:,${shift}${'%61'.repeat(999_000)}`), bounds);
      expect(Buffer.from(decoded).equals(Buffer.from(`${shift}${'a'.repeat(999_000)}`))).toBe(true);
    }
    const { bytes: decoded } = await readMedia(`data:,x${'🦊'.repeat(1_000_000)}`, bounds);
    expect(Buffer.from(decoded).equals(Buffer.from(`x${'🦊'.repeat(1_000_000)}`))).toBe(true);
  });

  it.each([
    ['another alphabet', `${base64}****`],
    ['the URL-safe alphabet', `${base64.slice(0, -4)}_-__`],
    ['padding in the middle', `${base64.slice(0, 2_000_000)}====${base64}`],
    ['letters beyond ASCII', `${base64}ŁŁŁŁ`],
  ])('of %s are refused', async (_, body) => {
    expect(await cleanBase64(body, bounds)).toBeNull();
  });

  it.each(['QQ \n', ' Q Q', 'QQ= ', 'QQ=='])(
    '%j is clean without its white space and with its padding',
    async (text) => {
      expect(await cleanBase64(text, bounds)).toEqual(text === 'QQ= ' ? null : { text: 'QQ==', byteLength: 1 });
    },
  );

  it('with padding in another slice than the padded characters are accepted, but nothing may follow', async () => {
    const gap = ' '.repeat(1_500_000);
    const clean = async (text: string) => (await cleanBase64(text, bounds))?.text ?? null;
    expect(await clean(`QQ=${gap}=`)).toBe('QQ==');
    expect(await clean(`${gap}QQ${gap}==${gap}`)).toBe('QQ==');
    for (const text of [`QQ==${gap}QQ`, `QQ=${gap}==`, `QQ==${gap}QQ==`, `QQ=${gap}-`, `=${gap}QQ=`]) {
      expect(await clean(text)).toBeNull();
    }
    const { bytes: decoded } = await readMedia(`data:;base64,QQ%3D${gap}%3D`, bounds);
    expect(Buffer.from(decoded).toString()).toBe('A');
  });

  it('of clean base64 are returned unchanged, others cleaned', async () => {
    const url = flat(`data:image/png;base64,${base64}`);
    expect((await readMedia(url, bounds)).base64 === base64).toBe(true);
    const loose = base64.replace(/=+$/, '').replace(/.{1000}/g, '$& ');
    expect((await checkAudio(loose, 'pcm16', { path: [], maxBytes: 25_000_000, account: 'a' })).data === base64).toBe(
      true,
    );
    const { turns, result } = await turnsOf(encodeBase64(bytes, bounds));
    expect(turns).toBeGreaterThan(20);
    expect(result === base64).toBe(true);
    expect((await encodeBase64(bytes, bounds, 'data:;base64,')) === `data:;base64,${base64}`).toBe(true);
  });

  it('of audio with line breaks or without padding are joined in slices', async () => {
    const at = { path: [], maxBytes: 25_000_000, account: 'a' };
    const padded = bytes.subarray(1).toString('base64');
    expect(padded.endsWith('=')).toBe(true);
    for (const loose of [padded.replace(/.{76}/g, '$&\r\n'), padded.replace(/=+$/, '')]) {
      const { turns, result } = await turnsOf(checkAudio(flat(loose), 'pcm16', at));
      expect(turns).toBeGreaterThan(50);
      expect(result.data === padded).toBe(true);
    }
  });

  it('of one caller leave turns for another, and stop when the caller disconnects', async () => {
    const controller = new AbortController();
    const url = flat(`data:image/png;base64,${base64}`);
    const large = Array.from({ length: 4 }, () => readMedia(url, { ...bounds, signal: controller.signal }));
    await readMedia('data:,small', bounds);
    controller.abort(new Error('disconnected'));
    for (const end of await Promise.allSettled(large))
      expect(end).toMatchObject({ reason: { message: 'disconnected' } });
  });
});
