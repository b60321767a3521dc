import { beforeAll, describe, expect, it } from 'vitest';
import { readBase64Image } from './read-image';

const { signal } = new AbortController();
const caller = { account: 'one', signal };
let png: Buffer;

beforeAll(() => {
  png = Buffer.alloc(15_000_001, 9);
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(png);
  Buffer.from('IEND....').copy(png, png.byteLength - 8);
});

describe('a large image in base64', () => {
  it('is decoded unchanged, while others have their turns', async () => {
    const text = png.toString('base64');
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 0);
    const { bytes, mime } = await readBase64Image(`data:image/png;base64,${text}`, caller);
    clearInterval(counting);
    expect(mime).toBe('image/png');
    expect(Buffer.compare(bytes, png)).toBe(0);
    expect(turns).toBeGreaterThan(3);
  });

  it.each(['*', '\n', '='])('is refused with %j in the middle', async (mark) => {
    const text = png.toString('base64');
    const broken = `${text.slice(0, 10_000_000)}${mark}${text.slice(10_000_001)}`;
    await expect(readBase64Image(broken, caller)).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it('is given up when the caller leaves', async () => {
    const leaving = new AbortController();
    const reading = readBase64Image(png.toString('base64'), { ...caller, signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(reading).rejects.toThrow('left');
  });
});

it.each(['', 'data:image/png;base64,', 'A'])('no base64 is refused: %j', async (text) => {
  await expect(readBase64Image(text, caller)).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
});
