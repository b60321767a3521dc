/** Weights of a small enlarging network (SRVGGNet): convolutions of 3 × 3 with a learned slope after each but the last. */

/** One convolution: `kernel` is output × input × 3 × 3. */
export type ConvolutionLayer = {
  inputs: number;
  outputs: number;
  kernel: Float32Array;
  bias: Float32Array;
  /** Factor of negative values, one a channel; absent after the last convolution. */
  slopes?: Float32Array;
};

/** How the network enlarges: by this much in each direction. */
export const NETWORK_SCALE = 4;

const FEATURES = 64;
const HIDDEN_LAYERS = 16;
const COLORS = 3;
const TAPS = 9;
/** Begins a block of half floats in ncnn's files. */
const HALF_FLOATS = 0x01306b47;

/**
 * Reads a file in ncnn's layout: for every convolution a tag, its kernel as half floats, its biases, and the slopes.
 * @throws Error if the file has another layout
 */
export function readWeights(file: Uint8Array): ConvolutionLayer[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  const floats = (count: number): Float32Array => {
    const values = Float32Array.from({ length: count }, (_none, index) => view.getFloat32(at + index * 4, true));
    at += count * 4;
    return values;
  };
  const halves = (count: number): Float32Array => {
    if (view.getUint32(at, true) !== HALF_FLOATS) throw new Error('The weights have no half floats here.');
    const values = Float32Array.from({ length: count }, (_none, index) =>
      halfToFloat(view.getUint16(at + 4 + index * 2, true)),
    );
    at += 4 + count * 2 + ((count * 2) % 4);
    return values;
  };
  const layers = sizes().map(([inputs, outputs, hasSlopes]): ConvolutionLayer => {
    const [kernel, bias] = [halves(inputs * outputs * TAPS), floats(outputs)];
    return { inputs, outputs, kernel, bias, ...(hasSlopes && { slopes: floats(outputs) }) };
  });
  if (at !== file.byteLength) throw new Error('The weights have another size.');
  return layers;
}

function sizes(): [inputs: number, outputs: number, hasSlopes: boolean][] {
  const hidden = Array.from({ length: HIDDEN_LAYERS }, () => [FEATURES, FEATURES, true] as [number, number, boolean]);
  return [[COLORS, FEATURES, true], ...hidden, [FEATURES, COLORS * NETWORK_SCALE * NETWORK_SCALE, false]];
}

/** An IEEE half float. */
export function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
