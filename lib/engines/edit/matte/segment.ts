import { readFile } from 'node:fs/promises';
import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { processState } from '../../../platform/process-state';
import { openSession } from '../../onnx/open-session';
import { type Raster, sharpOf } from '../filters/raster';
import type { Matte } from './color-key';

/** The network's input is a square of this size. */
const SIDE = 320;
const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;

/**
 * Finds the most striking object with a segmentation network (U²-Net, small).
 * @param weights path of its weights
 */
export async function segment(raster: Raster, weights: string): Promise<Matte> {
  const session = await openNetwork(weights);
  const { Tensor } = await import('onnxruntime-node');
  const small = await sharpOf(raster)
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const input = new Tensor('float32', inputOf(small), [1, 3, SIDE, SIDE]);
  const outputs = await session.run({ [session.inputNames[0] ?? '']: input });
  // The first output is the fused one; the others are of single depths.
  const output = outputs[session.outputNames[0] ?? ''];
  if (!output || !(output.data instanceof Float32Array))
    throw new Error('The segmentation network has no such output.');
  const { data } = await sharp(stretch(output.data), { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .resize(raster.width, raster.height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharpenEdge(new Uint8ClampedArray(data));
}

/** Once per process. */
function openNetwork(weights: string): Promise<InferenceSession> {
  return processState('engines.edit.segmenter', async () => openSession(await readFile(weights)));
}

/** Planes of red, green, and blue, as the network was trained. */
function inputOf(pixels: Buffer): Float32Array {
  const input = new Float32Array(3 * SIDE * SIDE);
  const most = pixels.reduce((highest, value) => Math.max(highest, value), 1);
  for (let channel = 0; channel < 3; channel += 1) {
    const [mean, deviation] = [MEAN[channel] ?? 0, DEVIATION[channel] ?? 1];
    for (let index = 0; index < SIDE * SIDE; index += 1)
      input[channel * SIDE * SIDE + index] = ((pixels[index * 3 + channel] ?? 0) / most - mean) / deviation;
  }
  return input;
}

/** From the lowest to the highest value as 0…255. */
function stretch(values: Float32Array): Uint8ClampedArray {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const range = most - least || 1;
  return Uint8ClampedArray.from(values, (value) => (255 * (value - least)) / range);
}

/** Enlarged edges are wide and soft: the middle of the transition stays, and it becomes narrower. */
function sharpenEdge(matte: Uint8ClampedArray): Matte {
  return matte.map((value) => (value - 128) * 1.8 + 128);
}
