import { makeTestAccount, makeTestKey } from '../../accounts/test-accounts';
import { randomHex } from '../../core/ids';
import { testForm, type TestPart } from '../../http/body/form/test-form';
import { installLimitOverrides } from '../../limits/class-limits';
import { catalog, installCatalog } from '../../models/catalog';
import type { Model } from '../../models/model';
import { testCatalog } from '../../models/test-catalog';
import { openTestDatabase } from '../../platform/testing/test-database';
import type { EditCall, ImageResult, RemoveBackgroundCall, UpscaleCall } from '../../providers/image-spec';
import { findProvider, installProviders } from '../../providers/registry';
import type { Provider } from '../../providers/spec';
import { testImage } from './test-image';

/** What the test's provider was asked for, the newest last. */
export type Asked = { edits: EditCall[]; upscales: UpscaleCall[]; removals: RemoveBackgroundCall[] };

/** A service with editing models on a provider of the test. */
export type EditService = {
  asked: Asked;
  /** What the provider answers instead of an image; null for images again. */
  answerWith: (answer: (() => Promise<ImageResult>) | null) => void;
  /** The header with a key of an account that has 5 USD; the key may have limits. */
  authorization: string;
  /** That of an account without credit. */
  poor: string;
  stop: () => Promise<void>;
};

const FILE = `
models:
  - { id: editor, type: inpaint, upstreams: [{ provider: embedded, model: edit-1 }], price: { inpaint: '0.04' }, traits: [default], prompt_character_limit: 200 }
  - id: mixer
    type: inpaint
    upstreams: [{ provider: embedded, model: mix-1 }]
    price: { inpaint: '0.04', resolutions: { 1K: '0.04', 2K: '0.06' }, quality: { 1K: { low: '0.02', high: '0.05' }, 2K: { low: '0.03', high: '0.09' } }, input_images: { included: 1, additional: '0.01' }, background_removal: '0.003' }
    traits: [background_removal]
    combine_images: true
    max_input_images: 3
    aspect_ratios: [auto, '1:1']
    single_image_aspect_ratio: false
    resolutions: [1K, 2K]
    qualities: [low, high]
  - { id: bigger, type: upscale, upstreams: [{ provider: embedded, model: up-1 }], price: { generation: '0.02', upscale: { 2x: '0.02', 4x: '0.08' } } }
  - { id: painter, type: image, upstreams: [{ provider: embedded, model: draw-1 }], price: { generation: '0.01', upscale: { 2x: '0.02', 4x: '0.08' } } }
`;

/** Starts it, with a database in memory. */
export async function startEditService(): Promise<EditService> {
  const database = await openTestDatabase();
  const asked: Asked = { edits: [], upscales: [], removals: [] };
  let other: (() => Promise<ImageResult>) | null = null;
  installProviders([editProvider(asked, () => other)]);
  const before = catalog();
  installCatalog(testCatalog(FILE));
  // A file has more tests than the usual limit admits requests in a minute.
  const unlimited = new Map([['image', { requestsPerMinute: 100_000 }]]);
  installLimitOverrides({ tiers: new Map([['standard', unlimited]]), accounts: new Map() });
  const rich = await makeTestAccount('rich@example.com', 5_000_000_000n);
  const poor = await makeTestAccount('poor@example.com');
  const headerOf = async (id: string) => `Bearer ${(await makeTestKey(id, { type: 'INFERENCE' })).secret}`;
  return {
    asked,
    answerWith: (answer) => (other = answer),
    authorization: await headerOf(rich.id),
    poor: await headerOf(poor.id),
    stop: async () => {
      installCatalog(before);
      installLimitOverrides({ tiers: new Map(), accounts: new Map() });
      await database.close();
    },
  };
}

/**
 * Serves the editing models in addition to what is served already.
 * @param others ids of the providers that stay
 */
export function addEditModels(others: readonly string[]): void {
  const kept = others.flatMap((other) => findProvider(other) ?? []);
  installProviders([...kept, editProvider({ edits: [], upscales: [], removals: [] }, () => null)]);
  const [before, added] = [catalog(), testCatalog(FILE)];
  const isEditing = ({ type }: Model) => type === 'inpaint' || type === 'upscale';
  const models = [...added.models].filter(([, model]) => isEditing(model));
  const traits = [...added.traits].filter(([type]) => type === 'inpaint' || type === 'upscale');
  installCatalog({
    ...before,
    models: new Map([...before.models, ...models]),
    traits: new Map([...before.traits, ...traits]),
  });
}

/** Images of one color, unless another answer is wanted. */
function editProvider(asked: Asked, other: () => (() => Promise<ImageResult>) | null): Provider {
  const png = async (width: number, height: number) => ({
    image: { bytes: new Uint8Array(await testImage(width, height, 'blue')), mime: 'image/png' as const },
    isHarmless: true,
  });
  return {
    id: 'embedded',
    editImage: (call) => (asked.edits.push(call), other()?.() ?? png(320, 256)),
    upscaleImage: (call) => {
      asked.upscales.push(call);
      return other()?.() ?? png(call.image.width * call.scale, call.image.height * call.scale);
    },
    removeBackground: (call) => (asked.removals.push(call), other()?.() ?? png(call.image.width, call.image.height)),
  };
}

/** A request with a form. Its boundary is a new one each time, as with every client. */
export function formRequest(path: string, authorization: string, parts: TestPart[], more: Record<string, string> = {}) {
  const { body, contentType } = testForm(parts, `----boundary-${randomHex(8)}`);
  const headers = { authorization, 'content-type': contentType, 'content-length': String(body.length), ...more };
  return new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
}

/** A request with JSON. */
export function jsonRequest(path: string, authorization: string, body: object, more: Record<string, string> = {}) {
  const headers = { authorization, 'content-type': 'application/json', ...more };
  return new Request(`http://localhost:3000${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/**
 * The statuses of a request that has an image that cannot be read, by an account with credit and by one without, and of
 * the latter's with a wrong field.
 */
export async function statusesBeforeReading(
  { authorization, poor }: EditService,
  post: (request: Request) => Promise<Response>,
  { path, unreadable, wrong }: { path: string; unreadable: object; wrong: object },
) {
  const statusOf = async (by: string, body: object) => (await post(jsonRequest(path, by, body))).status;
  return {
    rich: await statusOf(authorization, unreadable),
    poor: await statusOf(poor, unreadable),
    wrong: await statusOf(poor, wrong),
  };
}

/** Base64 of bytes that are no image. */
export const UNREADABLE = Buffer.from('no image').toString('base64');
