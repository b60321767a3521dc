import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST as generate } from '@/app/api/v1/image/generate/route';
import { readImageMetadata } from '@/lib/core/image-metadata/read-image-metadata';
import { type EditService, jsonRequest, startEditService } from '@/lib/image/edit/test-edit-service';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { localEditor } from '@/lib/providers/local/edit';
import { drawLocalImage } from '@/lib/providers/local/image';
import { installProviders } from '@/lib/providers/registry';
import { POST as edit } from './route';

const FILE = `
models:
  - { id: scene-composer, type: image, upstreams: [{ provider: embedded, model: scene-composer }], price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } }, traits: [default] }
  - { id: image-editor, type: inpaint, upstreams: [{ provider: embedded, model: image-editor }], price: { inpaint: '0.01' }, traits: [default] }
`;
let service: EditService;

beforeAll(async () => {
  service = await startEditService();
  installProviders([{ id: 'embedded', drawImage: drawLocalImage, editImage: localEditor }]);
  installCatalog(testCatalog(FILE));
});
afterAll(() => service.stop());

async function draw(more: object = {}): Promise<Buffer> {
  const body = {
    ...{ model: 'scene-composer', prompt: 'a red kite over a green hill', seed: 2, width: 384, height: 384 },
    ...{ return_binary: true, format: 'png', embed_exif_metadata: true, ...more },
  };
  const response = await generate(jsonRequest('/api/v1/image/generate', service.authorization, body));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function change(image: Buffer, prompt: string): Promise<{ status: number; bytes: Buffer }> {
  const body = { image: image.toString('base64'), prompt, safe_mode: false };
  const response = await edit(jsonRequest('/api/v1/image/edit', service.authorization, body));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const pixels = (image: Buffer) => sharp(image).raw().toBuffer({ resolveWithObject: true });

/** The share of pixels that differ between two shares of the width. */
async function changedIn(before: Buffer, after: Buffer, from: number, to: number): Promise<number> {
  const [first, second] = [await pixels(before), await pixels(after)];
  const { width, height, channels } = first.info;
  expect(second.info).toMatchObject({ width, height, channels });
  let changed = 0;
  for (let at = 0; at < first.data.length; at += 1) {
    const x = (Math.floor(at / channels) % width) / width;
    if (x >= from && x < to && Math.abs((first.data[at] ?? 0) - (second.data[at] ?? 0)) > 8) changed += 1;
  }
  return changed / ((to - from) * first.data.length);
}

describe('edits of a composed picture', () => {
  it('follow each other, and change nothing but what they are about', async () => {
    const source = await draw();
    const first = await change(source, 'add a cat on the left');
    expect(first.status).toBe(200);
    // The mark in the lower right corner is in the part that must not change.
    expect(await changedIn(source, first.bytes, 0.5, 1)).toBe(0);
    expect(await changedIn(source, first.bytes, 0, 0.5)).toBeGreaterThan(0.02);
    expect(readImageMetadata(first.bytes)?.prompt).toBe('a red kite over a green hill, a cat on the left');
    const second = await change(first.bytes, 'make it black and white');
    const third = await change(second.bytes, 'remove the cat');
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(await changedIn(third.bytes, (await change(source, 'make it black and white')).bytes, 0, 0.9)).toBe(0);
  });

  it('leave out the mark if it was left out at first', async () => {
    const unmarked = await draw({ hide_watermark: true });
    const edited = await change(unmarked, 'add a cat on the left');
    expect(await changedIn(unmarked, edited.bytes, 0.5, 1)).toBe(0);
    expect(readImageMetadata(edited.bytes)).toMatchObject({ hideWatermark: true });
  });

  it('say what is missing in a file without metadata', async () => {
    const { status, bytes } = await change(await draw({ embed_exif_metadata: false }), 'add a cat on the left');
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('embed_exif_metadata: true')]);
  });

  it('make the sky a sunset', async () => {
    const { status, bytes } = await change(await draw(), 'Make the sky a sunset');
    expect([status, readImageMetadata(bytes)?.prompt]).toEqual([200, 'a red kite over a green hill, at sunset']);
  });
});
