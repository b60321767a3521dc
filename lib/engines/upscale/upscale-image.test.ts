import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { landscape, pixelsOf, plain } from '../edit/test-images';
import { enlargeTiles } from './enlarge-tiles';
import { type ConvolutionLayer, halfToFloat, readWeights } from './read-weights';
import { runUpscale } from './run-upscale';
import { upscaleImage } from './upscale-image';

const { signal } = new AbortController();
const folder = mkdtempSync(join(tmpdir(), 'upscale-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILE_BYTES = 1_247_368;

/** Weights in the file's layout: small half floats that depend on their position, and floats between them. */
function testWeights(): Buffer {
  const file = Buffer.alloc(FILE_BYTES);
  let at = 0;
  const floats = (count: number, value: (index: number) => number): void => {
    for (let index = 0; index < count; index += 1, at += 4) file.writeFloatLE(value(index), at);
  };
  const halves = (count: number): void => {
    at = file.writeUInt32LE(0x01306b47, at);
    // Exponents around 2^-6 with changing signs.
    for (let index = 0; index < count; index += 1, at += 2)
      file.writeUInt16LE(((index * 7) % 3 === 0 ? 0x8000 : 0) | (0x2400 + ((index * 37) % 1024)), at);
  };
  for (let layer = 0; layer < 18; layer += 1) {
    const [inputs, outputs] = [layer === 0 ? 3 : 64, layer === 17 ? 48 : 64];
    halves(inputs * outputs * 9);
    floats(outputs, (index) => Math.sin(index + layer) / 50);
    if (layer < 17) floats(64, (index) => 0.1 + index / 640);
  }
  return file;
}

/** The network by its definition, for a whole image of planes. */
function reference(
  layers: readonly ConvolutionLayer[],
  planes: Float32Array,
  width: number,
  height: number,
): Float32Array {
  return layers.reduce((input, layer) => {
    const output = new Float32Array(layer.outputs * width * height);
    for (let to = 0; to < layer.outputs; to += 1) {
      for (let y = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1) {
          let sum = layer.bias[to] ?? 0;
          for (let from = 0; from < layer.inputs; from += 1) {
            for (let tap = 0; tap < 9; tap += 1) {
              const [v, u] = [y + Math.floor(tap / 3) - 1, x + (tap % 3) - 1];
              if (v < 0 || u < 0 || v >= height || u >= width) continue;
              sum +=
                (layer.kernel[(to * layer.inputs + from) * 9 + tap] ?? 0) *
                (input[(from * height + v) * width + u] ?? 0);
            }
          }
          output[(to * height + y) * width + x] = sum < 0 && layer.slopes ? sum * (layer.slopes[to] ?? 0) : sum;
        }
      }
    }
    return output;
  }, planes);
}

describe('the enlarging network', () => {
  it('reads half floats', () => {
    expect([0x3c00, 0xc000, 0x3555, 0x0001, 0x7c00].map(halfToFloat)).toEqual([
      1,
      -2,
      0.333251953125,
      2 ** -24,
      Infinity,
    ]);
  });

  it('refuses files of another layout', () => {
    expect(() => readWeights(new Uint8Array(100))).toThrow(/half floats/);
    expect(() => readWeights(Buffer.concat([testWeights(), Buffer.alloc(4)]))).toThrow(/another size/);
  });

  it('computes what its definition says', async () => {
    const path = join(folder, 'weights.bin');
    writeFileSync(path, testWeights());
    const source = { width: 3, height: 2, data: Uint8Array.from({ length: 18 }, (_none, index) => (index * 53) % 256) };
    const result = await enlargeTiles(source, path);
    const [wide, tall] = [3 + 20, 2 + 20];
    const planes = new Float32Array(3 * wide * tall);
    const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value));
    for (let color = 0; color < 3; color += 1)
      for (let y = 0; y < tall; y += 1)
        for (let x = 0; x < wide; x += 1)
          planes[(color * tall + y) * wide + x] =
            (source.data[(clamp(y - 10, 1) * 3 + clamp(x - 10, 2)) * 3 + color] ?? 0) / 255;
    const detail = reference(readWeights(testWeights()), planes, wide, tall);
    expect(result).toMatchObject({ width: 12, height: 8 });
    for (let y = 0; y < 8; y += 1) {
      for (let x = 0; x < 12; x += 1) {
        for (let color = 0; color < 3; color += 1) {
          const inside = (10 + (y >> 2)) * wide + 10 + (x >> 2);
          const channel = color * 16 + (y % 4) * 4 + (x % 4);
          const value = (detail[channel * wide * tall + inside] ?? 0) + (planes[color * wide * tall + inside] ?? 0);
          const expected = Math.min(255, Math.max(0, Math.round(value * 255)));
          expect(Math.abs((result?.data[(y * 12 + x) * 3 + color] ?? -9) - expected)).toBeLessThanOrEqual(1);
        }
      }
    }
  }, 120_000);

  it('is used for small images that have weights, and keeps transparency', async () => {
    const path = join(folder, 'weights.bin');
    writeFileSync(path, testWeights());
    const answer = await runUpscale({ bytes: await landscape(24, 16), scale: 2, weights: path });
    expect(answer).toMatchObject({ width: 48, height: 32, method: 'network' });
    expect('bytes' in answer && (await pixelsOf(answer.bytes)).at(0.5, 0.5)[3]).toBe(255);
  }, 120_000);
});

describe('upscaleImage', () => {
  it('enlarges by 2 and by 4', async () => {
    const image = await landscape(60, 40);
    for (const scale of [2, 4] as const) {
      const result = await upscaleImage({ image, width: 60, height: 40, scale, signal });
      expect(result).toMatchObject({ width: 60 * scale, height: 40 * scale, method: 'lanczos' });
      const [before, after] = [await pixelsOf(image), await pixelsOf(result.bytes)];
      expect(after.width).toBe(60 * scale);
      expect(Math.abs(after.at(0.95, 0.95)[1] - before.at(0.95, 0.95)[1])).toBeLessThan(6);
    }
  });

  it('refuses results beyond the bound, and what cannot be decoded', async () => {
    const image = await plain('#334455', 2_100, 2_000);
    const large = upscaleImage({ image, width: 2_100, height: 2_000, scale: 4, signal });
    await expect(large).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('16,777,216'),
    });
    const broken = upscaleImage({ image: Buffer.from('x'), width: 10, height: 10, scale: 2, signal });
    await expect(broken).rejects.toThrow(/Cannot be decoded/);
  });
});
