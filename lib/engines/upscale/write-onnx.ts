/**
 * Describes a network as an ONNX model, in memory: the runtime reads that format only. The messages and field numbers
 * are those of ONNX's public definition (`onnx.proto`).
 */
import { type ConvolutionLayer, NETWORK_SCALE } from './read-weights';

/** Names of the model's input (1 × 3 × height × width, 0…1) and output (1 × 3 × 4 height × 4 width). */
export const INPUT = 'image';
export const OUTPUT = 'detail';

const IR_VERSION = 8;
const OPSET = 13;
const FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_STRING = 3;
const ATTRIBUTE_INTS = 7;

/** The model: what the network adds to the enlarged image. */
export function writeOnnx(layers: readonly ConvolutionLayer[]): Uint8Array {
  const nodes: Buffer[] = [];
  const tensors: Buffer[] = [];
  let last = INPUT;
  layers.forEach((layer, index) => {
    const [kernel, bias, slopes, sum, bent] = ['kernel', 'bias', 'slopes', 'sum', 'bent'].map(
      (name) => `${name}${index}`,
    ) as [string, string, string, string, string];
    tensors.push(
      tensor(kernel, [layer.outputs, layer.inputs, 3, 3], layer.kernel),
      tensor(bias, [layer.outputs], layer.bias),
    );
    nodes.push(node('Conv', [last, kernel, bias], sum, [ints('kernel_shape', [3, 3]), ints('pads', [1, 1, 1, 1])]));
    last = sum;
    if (!layer.slopes) return;
    tensors.push(tensor(slopes, [layer.outputs, 1, 1], layer.slopes));
    nodes.push(node('PRelu', [sum, slopes], bent, []));
    last = bent;
  });
  // Channels become pixels in the order of PyTorch's pixel shuffle.
  nodes.push(node('DepthToSpace', [last], OUTPUT, [int('blocksize', NETWORK_SCALE), string('mode', 'CRD')]));
  const graph = Buffer.concat([
    ...nodes.map((each) => bytes(1, each)),
    text(2, 'enlarge'),
    ...tensors.map((each) => bytes(5, each)),
    bytes(11, valueInfo(INPUT, ['height', 'width'])),
    bytes(12, valueInfo(OUTPUT, ['tall', 'wide'])),
  ]);
  const opset = Buffer.concat([text(1, ''), number(2, OPSET)]);
  return Buffer.concat([number(1, IR_VERSION), bytes(7, graph), bytes(8, opset)]);
}

function node(type: string, inputs: readonly string[], output: string, attributes: readonly Buffer[]): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(4, type),
    ...attributes.map((attribute) => bytes(5, attribute)),
  ]);
}

function int(name: string, value: number): Buffer {
  return Buffer.concat([text(1, name), number(3, value), number(20, ATTRIBUTE_INT)]);
}

function ints(name: string, values: readonly number[]): Buffer {
  return Buffer.concat([text(1, name), ...values.map((value) => number(8, value)), number(20, ATTRIBUTE_INTS)]);
}

function string(name: string, value: string): Buffer {
  return Buffer.concat([text(1, name), text(4, value), number(20, ATTRIBUTE_STRING)]);
}

function tensor(name: string, dimensions: readonly number[], values: Float32Array): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([...dimensions.map((size) => number(1, size)), number(2, FLOAT), text(8, name), bytes(9, raw)]);
}

/** One image of three colors; its height and width are named, because they differ from call to call. */
function valueInfo(name: string, sides: readonly [string, string]): Buffer {
  const sizes = [number(1, 1), number(1, 3), ...sides.map((side) => text(2, side))];
  const shape = Buffer.concat(sizes.map((size) => bytes(1, size)));
  const type = Buffer.concat([number(1, FLOAT), bytes(2, shape)]);
  return Buffer.concat([text(1, name), bytes(2, bytes(1, type))]);
}

/** A field with a whole number. */
function number(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

/** A field with bytes or a message. */
function bytes(field: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.byteLength), content]);
}

function text(field: number, content: string): Buffer {
  return bytes(field, Buffer.from(content));
}

/** Seven bits a byte, the lowest first. */
function varint(value: number): Buffer {
  const digits: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) digits.push((left % 128) | 128);
  digits.push(left);
  return Buffer.from(digits);
}
