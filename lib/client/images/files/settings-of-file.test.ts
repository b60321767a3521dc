import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SETTINGS_NAMESPACE, writeSettings } from '../../../core/image-metadata/image-metadata';
import { settingsOfFile } from './settings-of-file';

const SETTINGS = writeSettings({
  prompt: 'a kite',
  seed: 7,
  model: 'painter',
  service: 'svc',
  createdAtMs: 1_795_248_000_000,
});
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:gen="${SETTINGS_NAMESPACE}"><gen:settings>${SETTINGS}</gen:settings></rdf:Description></rdf:RDF></x:xmpmeta>`;
const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } });
const read = async (width: number, height: number, file = image.clone().withXmp(XMP)) =>
  settingsOfFile(new Blob([new Uint8Array(await file.webp().toBuffer())]), () => Promise.resolve({ width, height }));

describe('the settings of a file', () => {
  it('include its size if that can be chosen', async () => {
    const found = await read(1_024, 768);
    expect(found).toMatchObject({
      settings: { prompt: 'a kite', seed: 7, width: 1_024, height: 768 },
      otherSize: null,
    });
  });

  it('leave out a size beyond the bounds, and name it', async () => {
    const found = await read(4_096, 2_304);
    expect(found?.settings).toMatchObject({ prompt: 'a kite', aspectRatio: '16:9' });
    expect(found?.settings).not.toHaveProperty('width');
    expect(found?.otherSize).toEqual({ width: 4_096, height: 2_304 });
  });

  it('are none of any other image', async () => {
    expect(await read(1_024, 768, image.clone())).toBeNull();
  });
});
