import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { requireSafetyModel } from '../engines/safety/classify-image';
import { delaySafetyModel, installSafetyModel, SAFETY_MODEL, safetyModelPath } from '../engines/safety/safety-model';
import { ensureWeights } from '../engines/weights';
import { buildCatalog, installCatalog } from '../models/catalog';
import { embeddedImageModels } from '../models/catalog/embedded-images';
import type { Model } from '../models/model';
import { parseServiceFile } from '../models/service-file';
import { settings } from '../platform/env';
import { localProvider } from '../providers/local/chat';
import { keepSafetyModel } from './safety-model';

let folder = '';
let stopping = new AbortController();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'safety-'));
  stopping = new AbortController();
  serve('include: []');
});
afterEach(async () => {
  stopping.abort();
  installSafetyModel(null);
  delaySafetyModel(0);
  delete process.env.PIP_INDEX_URL;
  await rm(folder, { recursive: true, force: true });
});

/** Serves the models of a service file, and embedded ones. */
function serve(text: string, embeddedImages: Model[] = []): void {
  const outcome = parseServiceFile('farebox.yaml', text, {});
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  const prices = { priceMarkup: '1' };
  installCatalog(
    buildCatalog({ serviceFile: outcome.file, embedded: [], embeddedImages, automatic: [], settings: prices }),
  );
}

const OTHER = `providers:
  lab: { kind: openai-compatible, base_url: "http://127.0.0.1:9/v1" }
models:
  - { id: painter, type: image, upstreams: [{ provider: lab, model: p }],
      price: { generation: "0.04", upscale: { 2x: "0.02", 4x: "0.08" } } }`;

/** A store without the weights, whose source does not answer. */
const nowhere = () => ({ modelsDir: folder, hfEndpoint: 'http://127.0.0.1:9', hfToken: undefined });

describe('the check of images', () => {
  it('is there at once if the store has the weights', async () => {
    const { modelsDir, hfEndpoint } = settings();
    const { path } = await ensureWeights(SAFETY_MODEL, { modelsDir, hfEndpoint });
    const keeper = keepSafetyModel({ modelsDir, hfEndpoint, hfToken: undefined }, stopping.signal);
    await expect.poll(safetyModelPath, { timeout: 10_000 }).toBe(path);
    stopping.abort();
    await keeper.ended;
  }, 120_000);

  it('is not fetched while only this service draws', async () => {
    process.env.PIP_INDEX_URL = 'http://127.0.0.1:9/simple';
    serve('include: [embedded]', embeddedImageModels({ drawImage: localProvider.drawImage }));
    const keeper = keepSafetyModel(nowhere(), stopping.signal);
    keeper.recheck();
    const first = await Promise.race([keeper.ended.then(() => 'ended'), waited(300)]);
    expect([first, safetyModelPath()]).toEqual(['waits', null]);
    stopping.abort();
    await keeper.ended;
  });

  it('is fetched when a model of another provider makes images', async () => {
    const { modelsDir, hfEndpoint } = settings();
    const keeper = keepSafetyModel({ modelsDir, hfEndpoint, hfToken: undefined }, stopping.signal);
    serve(OTHER);
    keeper.recheck();
    await keeper.ended;
    expect(safetyModelPath()).toBe(join(modelsDir, SAFETY_MODEL.file));
  }, 120_000);

  it('is fetched when this service edits images of callers', async () => {
    const { modelsDir, hfEndpoint } = settings();
    serve('include: [embedded]', embeddedImageModels(localProvider));
    await keepSafetyModel({ modelsDir, hfEndpoint, hfToken: undefined }, stopping.signal).ended;
    expect(safetyModelPath()).toBe(join(modelsDir, SAFETY_MODEL.file));
  }, 120_000);

  it('says after a failure when the next attempt begins', async () => {
    process.env.PIP_INDEX_URL = 'http://127.0.0.1:9/simple';
    serve(OTHER);
    const keeper = keepSafetyModel(nowhere(), stopping.signal);
    const retryAfterSeconds = () => {
      try {
        return requireSafetyModel();
      } catch (thrown) {
        return isApiError(thrown) ? thrown.options.retryAfterSeconds : undefined;
      }
    };
    await expect.poll(retryAfterSeconds, { timeout: 60_000 }).toBeGreaterThan(30);
    stopping.abort();
    await keeper.ended;
  }, 120_000);

  it('is fetched when a request needs it, which is refused meanwhile', async () => {
    const { modelsDir, hfEndpoint } = settings();
    installSafetyModel(null);
    expect(() => requireSafetyModel()).toThrow('not ready yet');
    const keeper = keepSafetyModel({ modelsDir, hfEndpoint, hfToken: undefined }, stopping.signal);
    await keeper.ended;
    expect(requireSafetyModel()).toBe(join(modelsDir, SAFETY_MODEL.file));
  }, 120_000);

  it('stops with the service, whatever it waits for', async () => {
    serve(OTHER);
    process.env.PIP_INDEX_URL = 'http://127.0.0.1:9/simple';
    const keeper = keepSafetyModel(nowhere(), stopping.signal);
    setTimeout(() => stopping.abort(), 50);
    await keeper.ended;
    expect(safetyModelPath()).toBeNull();
  });
});

const waited = (ms: number) => new Promise<string>((resolve) => setTimeout(() => resolve('waits'), ms));
