import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { limitOf } from '../limits/class-limits';
import { catalog } from '../models/catalog';
import { parseServiceFile } from '../models/service-file';
import type { ServiceFile } from '../models/service-file/file';
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
const OLD = { providers: ['old'], models: ['old-model'] };
const NEW = { providers: ['new'], models: ['new-model'] };

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
