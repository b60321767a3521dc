import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { GeneratedBody } from '../../../platform/fetch';
import { jsonBody } from './json-body';
import { multipart } from './multipart';

async function textOf({ byteLength, slices }: GeneratedBody): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const slice of slices) pieces.push(slice);
  const bytes = Buffer.concat(pieces);
  expect(bytes.byteLength).toBe(byteLength);
  return bytes.toString('latin1');
}

const image = (length: number) => ({ bytes: new Uint8Array(randomBytes(length)), mime: 'image/png' as const });

it.each([0, 1, 2, 3, 196_608, 500_000, 500_001])('writes an image of %i bytes as base64 into JSON', async (length) => {
  const [one, other] = [image(length), image(5)];
  const value = (put: (of: typeof one) => string) => ({ a: 'é "1"', images: [put(one), `data:x,${put(other)}`], n: 1 });
  const expected = value(({ bytes }) => Buffer.from(bytes).toString('base64'));
  expect(Buffer.from(await textOf(jsonBody(value)), 'latin1').toString()).toBe(JSON.stringify(expected));
});

it('writes a form that other parsers read', async () => {
  const picture = image(700_000);
  const { body, contentType } = multipart([
    { name: 'prompt', value: 'a “kite”\r\n--form' },
    { name: 'image[]', image: picture, filename: 'image-0.png' },
  ]);
  const bytes = Buffer.from(await textOf(body), 'latin1');
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData();
  expect(form.get('prompt')).toBe('a “kite”\r\n--form');
  const file = form.get('image[]');
  if (!(file instanceof File)) throw new Error('no file');
  expect([file.name, file.type]).toEqual(['image-0.png', 'image/png']);
  expect(Buffer.from(await file.arrayBuffer()).equals(picture.bytes)).toBe(true);
});
