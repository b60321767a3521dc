import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { limitOf } from '../limits/class-limits';
import { catalog } from '../models/catalog';
import { parseServiceFile } from '../models/service-file';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '../models/test-whole-file';
import type { ServiceFile } from '../models/service-file/file';
import { DOT } from '../providers/conformance/images/wire';
import { findProvider } from '../providers/registry';
import { assembleCatalog } from './assemble';

/** An upstream that lists one model after `delayMs`. */
let upstream: Server;
let delayMs = 0;

beforeAll(async () => {
  upstream = createServer((_, outgoing) => {
    setTimeout(() => {
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify({ object: 'list', data: [{ id: 'listed', object: 'model' }] }));
    }, delayMs);
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('UPSTREAM_BASE_URL', `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`);
  vi.stubEnv('UPSTREAM_PRICE', '1/2');
});
afterAll(() => {
  vi.unstubAllEnvs();
  upstream.close();
});

const fileOf = (name: string, rest = ''): ServiceFile => {
  const outcome = parseServiceFile(
    'test.yaml',
    `providers: { ${name}: { kind: openai-compatible, base_url: http://127.0.0.1:9/v1 } }
models:
  - { id: ${name}-model, upstreams: [{ provider: ${name}, model: m }], price: { input: "1", output: "2" }, context: 8192 }
${rest}`,
    {},
  );
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.file;
};
/** Which of the two files' providers and models are active. */
const active = () => ({
  providers: ['old', 'new'].filter((id) => findProvider(id) !== undefined),
  models: [...catalog().models.keys()].filter((id) => id !== 'listed'),
});
const IMAGES = ['scene-composer', 'image-editor', 'image-upscaler'];
const OLD = { providers: ['old'], models: ['old-model', ...IMAGES] };
const NEW = { providers: ['new'], models: ['new-model', ...IMAGES] };

beforeEach(async () => {
  delayMs = 0;
  await assembleCatalog(fileOf('old'));
  expect(active()).toEqual(OLD);
});

it('replaces providers and catalog together, after the lists', async () => {
  delayMs = 300;
  const reloading = assembleCatalog(fileOf('new'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(active()).toEqual(OLD);
  await reloading;
  expect(active()).toEqual(NEW);
});

it('keeps both if building throws', async () => {
  const broken: ServiceFile = {
    ...fileOf('new'),
    get models(): never {
      throw new Error('cannot be built');
    },
  };
  await expect(assembleCatalog(broken)).rejects.toThrow('cannot be built');
  expect(active()).toEqual(OLD);
});

it('applies the file’s limits, and removes them with the file', async () => {
  const account = { id: 'a', tier: 'partner', email: 'ada@example.com' } as const;
  const rpm = (of: Parameters<typeof limitOf>[1]) => limitOf('text_S', of).requestsPerMinute;
  const limits = 'tiers: { partner: { text_S: { rpm: 7 } } }\naccounts: { Ada@Example.com: { text_S: { rpm: 9 } } }';
  await assembleCatalog(fileOf('new', limits));
  expect([rpm(account), rpm({ ...account, email: 'grace@example.com' })]).toEqual([9, 7]);
  await assembleCatalog(null);
  expect(rpm(account)).toBe(150);
});

it('builds each provider by its kind, and forwards URLs only to those that the file allows', async () => {
  const providers = [
    'lab: { kind: openai-compatible, base_url: http://127.0.0.1:9/v1, dialect: openai }',
    'open: { kind: openai-compatible, base_url: http://127.0.0.1:9/v1, media_urls: forward }',
    'claude: { kind: anthropic, api_key: k }',
    'gemini: { kind: google, api_key: k, media_urls: forward }',
    'amazon: { kind: amazon-bedrock, region: eu-west-1, api_key: k }',
  ];
  const outcome = parseServiceFile('test.yaml', `providers:\n${providers.map((line) => `  ${line}\n`).join('')}`, {});
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  await assembleCatalog(outcome.file);
  const found = ['lab', 'open', 'claude', 'gemini', 'amazon'].map((id) => findProvider(id));
  expect(found.map((provider) => typeof provider?.chat)).toEqual(Array(5).fill('function'));
  // Vendors list no models: the file names them.
  expect(found.map((provider) => provider?.listModels !== undefined)).toEqual([true, true, false, false, false]);
  expect(found.map((provider) => provider?.takesUrls ?? false)).toEqual([false, true, false, true, false]);
});

it('builds image servers, and draws with the upstream’s own name of a model', async () => {
  const asked: unknown[] = [];
  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      asked.push(incoming.url, (JSON.parse(Buffer.concat(pieces).toString()) as { model: string }).model);
      outgoing.setHeader('content-type', 'application/json');
      outgoing.end(JSON.stringify({ data: [{ b64_json: Buffer.from(DOT.bytes).toString('base64') }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workflow = '{ nodes: { "6": { class_type: A, inputs: { text: "" } } }, inputs: { prompt: 6.text } }';
  const text = `providers:
  lab: { kind: openai-compatible, base_url: "${origin}/v1" }
  paint: { kind: automatic1111, base_url: "http://127.0.0.1:9" }
  comfy: { kind: comfyui, base_url: "http://127.0.0.1:9", workflows: { one: ${workflow} } }
  gemini: { kind: google, api_key: k }
  claude: { kind: anthropic, api_key: k }
models:
  - { id: painter, type: image, upstreams: [{ provider: lab, model: org/painter }],
      price: { generation: "0.04", upscale: { 2x: "0.02", 4x: "0.08" } } }
`;
  const outcome = parseServiceFile('test.yaml', text, {});
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  await assembleCatalog(outcome.file);
  const able = (['drawImage', 'editImage', 'upscaleImage', 'removeBackground'] as const).map((ability) =>
    ['lab', 'paint', 'comfy', 'gemini', 'claude'].filter((id) => findProvider(id)?.[ability] !== undefined),
  );
  const drawing = ['lab', 'paint', 'comfy', 'gemini'];
  expect(able).toEqual([drawing, drawing, ['paint', 'comfy'], ['comfy']]);

  const [upstream] = catalog().models.get('painter')?.upstreams ?? [];
  const { signal } = new AbortController();
  const call = { model: upstream?.model ?? '', prompt: 'a kite', width: 512, height: 512, seed: 1, signal };
  const result = await findProvider(upstream?.provider ?? '')?.drawImage?.(call);
  server.close();
  expect(asked).toEqual(['/v1/images/generations', 'org/painter']);
  expect(result?.image?.mime).toBe('image/png');
});

it('serves the documented service file as it is, without a note for the operator', async () => {
  const outcome = parseServiceFile('whole.yaml', WHOLE_FILE, WHOLE_FILE_ENVIRONMENT);
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  await assembleCatalog(outcome.file);
  // The list of the automatic provider is no problem of the file.
  expect(catalog().notes).toEqual(['upstream: 1 listed, 1 served']);
  for (const { id } of outcome.file.models) expect(catalog().models.get(id)?.traits, id).toBeDefined();
});
