/** Enlarges an image with the network, tile by tile. */
import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';
import { openSession } from '../onnx/open-session';
import { NETWORK_SCALE, readWeights } from './read-weights';
import { INPUT, OUTPUT, writeOnnx } from './write-onnx';

/** Three bytes a pixel: red, green, blue. */
export type Colors = { data: Uint8Array; width: number; height: number };

/** Of a tile without its margins, in pixels of the source. */
const TILE = 96;
/** What a tile knows of its neighbors, so that no seams appear. */
const MARGIN = 10;
/** If the first tile shows that all of them would take longer, the network is not used. */
const MAX_MS = 60_000;

/** The image 4 times as wide and tall, or null if that would take too long on this machine. */
export async function enlargeTiles(source: Colors, weights: string): Promise<Colors | null> {
  const session = await openNetwork(weights);
  const width = source.width * NETWORK_SCALE;
  const height = source.height * NETWORK_SCALE;
  const result: Colors = { data: new Uint8Array(width * height * 3), width, height };
  const tiles = Math.ceil(source.width / TILE) * Math.ceil(source.height / TILE);
  const startedAtMs = clock.now();
  let done = 0;
  for (let top = 0; top < source.height; top += TILE) {
    for (let left = 0; left < source.width; left += TILE) {
      await enlargeTile(session, source, result, left, top);
      done += 1;
      const spentMs = clock.now() - startedAtMs;
      if ((spentMs / done) * tiles > MAX_MS) return null;
    }
  }
  return result;
}

/** Once per process. */
function openNetwork(weights: string): Promise<InferenceSession> {
  return processState('engines.upscale.network', async () =>
    openSession(writeOnnx(readWeights(await readFile(weights)))),
  );
}

async function enlargeTile(
  session: InferenceSession,
  source: Colors,
  result: Colors,
  left: number,
  top: number,
): Promise<void> {
  const { Tensor } = await import('onnxruntime-node');
  const width = Math.min(TILE, source.width - left);
  const height = Math.min(TILE, source.height - top);
  const [wide, tall] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const input = planesOf(source, left - MARGIN, top - MARGIN, wide, tall);
  const outputs = await session.run({ [INPUT]: new Tensor('float32', input, [1, 3, tall, wide]) });
  const detail = outputs[OUTPUT]?.data;
  if (!(detail instanceof Float32Array)) throw new Error('The enlarging network has no such output.');
  const stride = wide * NETWORK_SCALE;
  const plane = stride * tall * NETWORK_SCALE;
  for (let y = 0; y < height * NETWORK_SCALE; y += 1) {
    const sourceY = MARGIN + Math.floor(y / NETWORK_SCALE);
    let to = ((top * NETWORK_SCALE + y) * result.width + left * NETWORK_SCALE) * 3;
    for (let x = 0; x < width * NETWORK_SCALE; x += 1, to += 3) {
      const from = (y + MARGIN * NETWORK_SCALE) * stride + x + MARGIN * NETWORK_SCALE;
      const base = sourceY * wide + MARGIN + Math.floor(x / NETWORK_SCALE);
      for (let color = 0; color < 3; color += 1) {
        const value = (detail[color * plane + from] ?? 0) + (input[color * wide * tall + base] ?? 0);
        result.data[to + color] = Math.min(255, Math.max(0, Math.round(value * 255)));
      }
    }
  }
}

/** A part as planes of red, green, and blue, 0…1; beyond the borders, the outermost pixels are repeated. */
function planesOf(source: Colors, left: number, top: number, width: number, height: number): Float32Array {
  const planes = new Float32Array(3 * width * height);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(source.height - 1, Math.max(0, top + y)) * source.width;
    for (let x = 0; x < width; x += 1) {
      const from = (row + Math.min(source.width - 1, Math.max(0, left + x))) * 3;
      for (let color = 0; color < 3; color += 1)
        planes[(color * height + y) * width + x] = (source.data[from + color] ?? 0) / 255;
    }
  }
  return planes;
}
