import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAudio } from './check-audio';
import { checkVideo } from './check-video';

const path = ['messages', 0, 'content', 0];

/** The first box of an ISO media file: a major brand, a version, and others. */
function box(...brands: string[]): Uint8Array {
  const [major = '', ...others] = brands;
  const body = Buffer.from(`ftyp${major}\0\0\0\0${others.join('')}`, 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 4);
  return Buffer.concat([size, body, Buffer.alloc(64)]);
}
const bytesOf = (latin1: string) => Buffer.from(latin1.padEnd(64, '\0'), 'latin1');

describe('checkVideo', () => {
  it.each([
    ['an MP4', box('isom', 'avc1'), 'video/mp4'],
    ['an MP4 of a camera', box('mp42'), 'video/mp4'],
    ['a QuickTime movie', box('qt  '), 'video/quicktime'],
    ['an old QuickTime video', bytesOf('\0\0\0\x08wide'), 'video/quicktime'],
    ['a WebM', bytesOf('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x86\x81\x01\x42\x82\x84webm'), 'video/webm'],
    ['an MPEG stream', bytesOf('\0\0\x01\xba'), 'video/mpeg'],
    ['an MPEG video', bytesOf('\0\0\x01\xb3'), 'video/mpeg'],
  ])('%s', (_, bytes, mime) => {
    expect(checkVideo(bytes, { path })).toEqual({ mime });
  });

  it.each([
    ['Matroska', bytesOf('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x88matroska')],
    ['AVI', bytesOf('RIFF\0\0\0\0AVI ')],
    ['a picture', box('avif', 'mif1')],
    ['a song', box('M4A ', 'isom')],
    ['nothing', new Uint8Array(0)],
  ])('%s is refused', (_, bytes) => {
    expect(() => checkVideo(bytes, { path })).toThrow(
      expect.objectContaining({ code: 'INVALID_VIDEO_FORMAT', status: 400 }),
    );
  });

  it('accepts 25 MB and not a byte more', () => {
    const largest = Buffer.concat([box('isom'), Buffer.alloc(25_000_000)]).subarray(0, 25_000_000);
    expect(checkVideo(largest, { path }).mime).toBe('video/mp4');
    const larger = Buffer.concat([largest, Buffer.alloc(1)]);
    expect(() => checkVideo(larger, { path })).toThrow(expect.objectContaining({ code: 'INVALID_FILE_SIZE' }));
  });
});

describe('checkAudio', () => {
  const bounds = { path, maxBytes: 1_000, account: 'a' };
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const SAMPLES = {
    wav: bytesOf('RIFF\0\0\0\0WAVEfmt '),
    mp3: bytesOf('\xff\xfb\x90\x64'),
    aiff: bytesOf('FORM\0\0\0\0AIFC'),
    aac: bytesOf('\xff\xf1\x50\x80'),
    ogg: bytesOf('OggS'),
    flac: bytesOf('fLaC'),
    m4a: box('M4A '),
  };

  it.each(Object.entries(SAMPLES))('%s is distinguished from all others', async (format, bytes) => {
    for (const other of ['wav', 'mp3', 'aiff', 'aac', 'ogg', 'flac', 'm4a'] as const) {
      const check = () => checkAudio(base64(bytes), other, bounds);
      // AAC may be in the MP4 container too.
      if (other === format || (format === 'm4a' && other === 'aac')) expect((await check()).data).toBe(base64(bytes));
      else
        await expect(check()).rejects.toThrow(expect.objectContaining({ code: 'INVALID_AUDIO_FORMAT', status: 400 }));
    }
  });

  it('accepts an MP3 with a tag, and PCM, which has no identifying bytes', async () => {
    await expect(checkAudio(base64(bytesOf('ID3\x04')), 'mp3', bounds)).resolves.toBeDefined();
    await expect(checkAudio(base64(bytesOf('xy')), 'pcm16', bounds)).resolves.toBeDefined();
    await expect(checkAudio(base64(bytesOf('xyz')), 'pcm24', bounds)).resolves.toBeDefined();
  });

  it('returns base64 without white space', async () => {
    const data = base64(SAMPLES.wav);
    const loose = data.replace(/=+$/, '').replace(/.{10}/g, '$&\n');
    expect(await checkAudio(loose, 'wav', bounds)).toEqual({ data });
  });

  it.each([
    ['a URL', 'data:audio/wav;base64,AAAA', 'INVALID_REQUEST'],
    ['not base64', '!!!', 'INVALID_REQUEST'],
    ['nothing', ' ', 'INVALID_REQUEST'],
    ['too large', Buffer.alloc(1_001).toString('base64'), 'INVALID_FILE_SIZE'],
  ])('%s is refused', async (_, data, code) => {
    await expect(checkAudio(data, 'pcm16', bounds)).rejects.toThrow(expect.objectContaining({ code, status: 400 }));
  });
});

it('accepts random bytes or refuses them with a clear error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      for (const check of [
        () => checkVideo(bytes, { path }),
        () => checkAudio(Buffer.from(bytes).toString('base64'), 'm4a', { path, maxBytes: 100, account: 'a' }),
      ]) {
        try {
          await check();
        } catch (thrown) {
          expect(thrown).toMatchObject({ status: 400 });
        }
      }
    }),
  );
});
