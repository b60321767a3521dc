/** Runs the classifier of adult content: compiled code that computes for long, so it is kept off the service's thread. */
import { readFile } from 'node:fs/promises';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { serveJobs } from '../../platform/child/serve-jobs';
import { openSession } from '../onnx/open-session';
import type { SafetyAnswer, SafetyJob } from './jobs';

/** Side of the input, in pixels. */
const SIDE = 224;
/** What the training subtracted from blue, green, and red, in this order. */
const MEAN = [104, 117, 123] as const;
/** The share of adult content comes second. */
const ADULT = 1;

let loaded: { path: string; session: Promise<InferenceSession> } | null = null;

serveJobs<Omit<SafetyJob, 'bytes'>, SafetyAnswer>(classify);

async function classify({ bytes, modelPath }: SafetyJob): Promise<SafetyAnswer> {
  if (loaded?.path !== modelPath) loaded = { path: modelPath, session: load(modelPath) };
  const session = await loaded.session;
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  if (input === undefined || output === undefined) throw new Error('The model has no input or no output.');
  const result = await session.run({ [input]: new Tensor('float32', toInput(bytes), [1, SIDE, SIDE, 3]) });
  const adult = Number(result[output]?.data[ADULT]);
  // Nothing may count as safe that was not computed.
  if (!(adult >= 0 && adult <= 1)) throw new Error('The model has given no share.');
  return { adult };
}

async function load(path: string): Promise<InferenceSession> {
  return openSession(await readFile(path));
}

/** Blue, green, red, each without its mean. */
function toInput(rgb: Uint8Array): Float32Array {
  const input = new Float32Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    input[at] = (rgb[at + 2] ?? 0) - MEAN[0];
    input[at + 1] = (rgb[at + 1] ?? 0) - MEAN[1];
    input[at + 2] = (rgb[at] ?? 0) - MEAN[2];
  }
  return input;
}
