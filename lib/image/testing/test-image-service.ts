import sharp from 'sharp';
import { ApiError, type ErrorCode } from '../../core/errors';
import { installSafetyModel, safetyModelPath } from '../../engines/safety/safety-model';
import { catalog, installCatalog } from '../../models/catalog';
import { assembleAliases } from '../../models/catalog/aliases';
import { traitsOf, withDefaults } from '../../models/catalog/defaults';
import { type FoundModel, findModelOf } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { findProvider, installProviders } from '../../providers/registry';
import type { ImageCall, ImageModel, ImageResult } from '../../providers/image-spec';
import type { Provider } from '../../providers/spec';
import { openTestDatabase } from '../../platform/testing/test-database';

/** 0.01 USD. */
export const IMAGE_NANO = 10_000_000n;
const UPSCALE = { twofoldNanoUsd: 1n, fourfoldNanoUsd: 1n };

/** An image model of the provider of the same name. */
export function testImageModel(id: string, changes: Partial<ModelOf<'image'>> = {}): ModelOf<'image'> {
  return {
    id,
    type: 'image',
    name: `Name of ${id}`,
    description: '',
    createdSeconds: 0,
    source: '',
    privacy: 'private',
    traits: [],
    upstreams: [{ provider: id, model: `${id}-upstream`, weight: 1 }],
    proOnly: false,
    promptCharacterLimit: 200,
    steps: { default: 8, max: 20 },
    widthHeightDivisor: 8,
    abilities: [],
    price: { generationNanoUsd: IMAGE_NANO, upscale: UPSCALE },
    ...changes,
  };
}

/** A service for image tests: a database in memory, and models that draw what a test wants. */
export type ImageService = {
  /** Every call that reached a provider, oldest first. */
  calls: ImageCall[];
  stop(): Promise<void>;
};

/** A plain picture of the call's size, in a color that depends on its seed. */
export async function drawPlain({ width, height, seed }: ImageCall): Promise<ImageResult> {
  const background = { r: Math.abs(seed) % 256, g: 90, b: 160 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { image: { bytes, mime: 'image/png' }, isHarmless: true };
}

/** A model that always fails with this code. */
export function failsWith(code: ErrorCode, message = 'no'): ImageModel {
  return () => Promise.reject(new ApiError(code, message));
}

/**
 * Safe mode refuses models of upstreams while there is no classifier. The images here are harmless, so that it is never
 * started; an image that is not would be refused, because the file does not exist.
 */
function allowSafeMode(): void {
  if (safetyModelPath() === null) installSafetyModel('no-classifier.onnx');
}

/** What each provider does; a model with other members than the usual ones is given as a pair. */
type Drawing = Record<string, ImageModel | [ImageModel, Partial<ModelOf<'image'>>]>;

/** Serves one model for each provider of the same name; the first is the default. Every call is added to `calls`. */
export function serveImageModels(drawing: Drawing): {
  calls: ImageCall[];
  find: (name: string) => FoundModel<ModelOf<'image'>>;
} {
  const calls: ImageCall[] = [];
  const providers: Provider[] = [];
  const models = Object.entries(drawing).map(([id, given]) => {
    const [draw, changes] = Array.isArray(given) ? given : [given, {}];
    providers.push({ id, drawImage: (call) => (calls.push(call), draw(call)) });
    return testImageModel(id, changes);
  });
  installProviders(providers);
  allowSafeMode();
  const served = withDefaults(models);
  const traits = traitsOf(served.values());
  const aliases = assembleAliases({ models: served, traits, operatorAliases: new Map(), upstreamNames: new Map() }, []);
  installCatalog({ models: served, aliases, traits, systemPrompt: '' });
  return { calls, find: (name) => findModelOf('image', name) };
}

/**
 * Serves one image model in addition to what is served already; it is the default one.
 * @param others ids of the providers that stay
 */
export function addImageModel(id: string, drawImage: ImageModel, others: readonly string[]): void {
  const kept = others.flatMap((other) => findProvider(other) ?? []);
  installProviders([...kept, { id, drawImage }]);
  allowSafeMode();
  const before = catalog();
  const model = testImageModel(id, { traits: ['default'] });
  installCatalog({
    ...before,
    models: new Map([...before.models, [id, model]]),
    traits: new Map([...before.traits, ['image', new Map([['default', id]])]]),
    aliases: new Map([...before.aliases, ...['dall-e-3', 'gpt-image-1'].map((name) => [name, id] as const)]),
  });
}

/** Starts the service with a database in memory. */
export async function startImageService(drawing: Drawing): Promise<ImageService> {
  const database = await openTestDatabase();
  const { calls } = serveImageModels(drawing);
  return { calls, stop: () => database.close() };
}
