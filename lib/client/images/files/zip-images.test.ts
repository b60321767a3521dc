import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { DEFAULT_IMAGE_SETTINGS } from '../settings/default-settings';
import { testImage } from '../test-studio';
import { imageFileName } from './file-name';
import { zipImages } from './zip-images';

const prompt = (text: string, seed: number | null = 5) => ({
  settings: { ...DEFAULT_IMAGE_SETTINGS, prompt: text, seed },
  type: 'image/webp',
  id: '0123456789',
});

it('names files by their prompt and seed', () => {
  expect(imageFileName(prompt('A red kite, over the “sea” at night, today'))).toBe('a-red-kite-over-the-sea-5.webp');
  expect(imageFileName({ ...prompt('../../etc/passwd', -3), type: 'image/jpeg' })).toBe('etc-passwd--3.jpg');
  expect(imageFileName(prompt('Cafe\u0301 für Zoë'))).toBe('café-für-zoë-5.webp');
  expect(imageFileName(prompt('', null))).toBe('image-01234567.webp');
});

it('packs every file, numbers equal names, and lists the settings', async () => {
  const entries = ['one', 'two'].map((text) => ({
    image: testImage(text, { settings: { ...DEFAULT_IMAGE_SETTINGS, prompt: 'kite', seed: 5 } }),
    file: new Blob([text], { type: 'image/webp' }),
  }));
  const files = unzipSync(new Uint8Array(await (await zipImages(entries)).arrayBuffer()));
  const content = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  expect(content['kite-5.webp']).toBe('one');
  expect(content['kite-5-2.webp']).toBe('two');
  expect(JSON.parse(content['settings.json'] ?? '')).toMatchObject([
    { file: 'kite-5.webp', settings: { prompt: 'kite' } },
    { file: 'kite-5-2.webp' },
  ]);
});
