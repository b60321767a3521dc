import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { classifyImage, INPUT_SIDE } from './classify-image';
import { installSafetyModel } from './safety-model';
import { installTestSafetyModel } from './test-safety-model';

const signal = new AbortController().signal;
let account = newId();
beforeEach(async () => {
  account = newId();
  await installTestSafetyModel();
}, 120_000);
afterAll(() => installSafetyModel(null));

const classify = (pixels: Uint8Array, as = account) => classifyImage(pixels, { account: as, signal });
const flat = (value: number) => new Uint8Array(INPUT_SIDE * INPUT_SIDE * 3).fill(value);

describe('the classifier', { timeout: 180_000 }, () => {
  // The first one loads the model, which takes long on a busy machine.
  beforeAll(async () => {
    await installTestSafetyModel();
    await classify(flat(0));
  }, 180_000);

  it('rates the same pixels the same, and others differently', async () => {
    const [first, second, other] = [await classify(flat(200)), await classify(flat(200)), await classify(flat(20))];
    expect(first.adult).toBeGreaterThanOrEqual(0);
    expect(first.adult).toBeLessThanOrEqual(1);
    expect(second).toEqual(first);
    expect(other.adult).not.toBe(first.adult);
  });

  it('serves many accounts at once, one after the other', async () => {
    const scores = await Promise.all(Array.from({ length: 6 }, (_, at) => classify(flat(at * 40), newId())));
    expect(new Set(scores.map(({ adult }) => adult)).size).toBe(6);
  });

  it('also goes on for an account that has used much of it', async () => {
    for (let time = 0; time < 20; time += 1) await classify(flat(time));
    expect((await classify(flat(7))).adult).toBeGreaterThanOrEqual(0);
  });

  it('refuses pixels of another size', async () => {
    await expect(classify(new Uint8Array(3))).rejects.toThrow('another size');
  });

  it('gives no score without its weights, or with broken ones', async () => {
    installSafetyModel(null);
    await expect(classify(flat(0))).rejects.toMatchObject({ code: 'NOT_READY', status: 503 });
    const folder = await mkdtemp(join(tmpdir(), 'safety-'));
    try {
      const broken = join(folder, 'open_nsfw.onnx');
      await writeFile(broken, 'not a model');
      installSafetyModel(broken);
      await expect(classify(flat(0))).rejects.toThrow('safety');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
