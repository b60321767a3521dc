import { expect, type Page } from '@playwright/test';
import type { ChangePage } from '../../lib/admin/contract';
import type {
  ConnectedModelView,
  ListedModels,
  ProvidersView,
  ProviderTest,
  ProviderView,
} from '../../lib/connected/contract';

/* The tab Providers in its states. */

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** A provider of the console. */
export function someProvider(id: string, changes: Partial<ProviderView> = {}): ProviderView {
  return {
    ...{ id, source: 'console', preset: 'openai', kind: 'openai-compatible', baseUrl: 'https://api.openai.com/v1' },
    ...{ region: null, privateAddress: false, markup: '1.2', hasCredentials: true, enabled: true, problem: null },
    ...{ models: 2, updatedAt: ago(3), ...changes },
  };
}

/** A connected model. */
export function someModel(id: string, changes: Partial<ConnectedModelView> = {}): ConnectedModelView {
  return {
    ...{ key: `5f0c2a91-d3be-4a1f-9d0e-${id.length.toString().padStart(12, '0')}`, id, name: id, class: 'M' },
    ...{ privacy: 'anonymized', price: { input: '3', output: '12', cacheInput: '1.5' }, contextTokens: 128_000 },
    ...{ maxCompletionTokens: 16_384, abilities: ['tools', 'schema', 'vision'], aliases: ['best'], isDefault: false },
    ...{ upstreams: [{ provider: 'openai', name: id }], problem: null, ...changes },
  };
}

function someView(): ProvidersView {
  return {
    editing: { possible: true, reason: null },
    markup: '1',
    providers: [
      someProvider('openai'),
      someProvider('lab', {
        ...{ preset: 'vllm', baseUrl: 'http://10.0.0.5:8000/v1', privateAddress: true, markup: '1', models: 1 },
      }),
      someProvider('bedrock', {
        ...{ preset: 'amazon-bedrock', kind: 'amazon-bedrock', baseUrl: null, region: 'eu-west-1', models: 0 },
        problem:
          'Its key was encrypted with another SECRETS_KEY or DATA_DIR/secrets.key. Set that one again, or enter the provider’s key again.',
      }),
      someProvider('a-provider-with-a-name-of-32-char', { enabled: false, models: 0, preset: 'other' }),
      someProvider('rack', {
        ...{ source: 'service_file', preset: null, baseUrl: 'http://192.168.1.20:8080/v1', privateAddress: true },
        ...{ markup: null, hasCredentials: false, updatedAt: null, models: 14 },
      }),
      someProvider('ollama', {
        ...{ source: 'environment', preset: null, baseUrl: 'http://127.0.0.1:11434/v1', privateAddress: true },
        ...{ markup: null, hasCredentials: false, updatedAt: null, models: 3 },
      }),
    ],
    models: [
      someModel('gpt-4o', {
        isDefault: true,
        upstreams: [
          { provider: 'openai', name: 'gpt-4o' },
          { provider: 'lab', name: 'org/big' },
        ],
      }),
      someModel('gpt-4o-mini', { price: { input: '0.18', output: '0.72' }, class: 'S' }),
      someModel('anthropic.claude-with-a-very-long-name-of-a-model-that-has-no-end-v1', {
        problem: 'None of its providers can be used now.',
        upstreams: [{ provider: 'bedrock', name: 'eu.anthropic.claude' }],
      }),
    ],
    unreadable: [],
    defaultModel: { id: 'gpt-4o', name: 'gpt-4o', source: 'console' },
  };
}

function someChanges(): ChangePage {
  const by = (actor: string | null) => ({ actor, byCommand: actor === null });
  return {
    data: [
      {
        id: '1',
        at: ago(0.2),
        ...by('ada@example.com'),
        action: 'model.change',
        subject: 'gpt-4o',
        detail: { price: {} },
      },
      {
        id: '2',
        at: ago(3),
        ...by('ada@example.com'),
        action: 'provider.change',
        subject: 'openai',
        detail: { credentials: 'replaced' },
      },
      { id: '3', at: ago(26), ...by(null), action: 'provider.add', subject: 'lab', detail: {} },
      {
        id: '4',
        at: ago(90),
        ...by('owner@example.com'),
        action: 'account.role',
        subject: 'ada@example.com',
        detail: { to: 'owner' },
      },
    ],
    nextCursor: 'more',
  };
}

/** What a provider lists. */
export function someListed(): ListedModels {
  const listed = (upstreamName: string, changes: object = {}) => ({
    ...{ upstreamName, id: upstreamName, name: upstreamName, price: { input: '3', output: '12' } },
    ...{ priceSource: 'price_list' as const, contextTokens: 128_000, maxCompletionTokens: 16_384 },
    ...{ abilities: [], text: true, servedAs: [], ...changes },
  });
  const data = [
    listed('gpt-4o', { servedAs: ['gpt-4o'] }),
    listed('gpt-4.1', { price: { input: '2.4', output: '9.6' }, contextTokens: 1_047_576 }),
    listed('o4-mini', { price: { input: '1.32', output: '5.28' } }),
    listed('ft:gpt-4o:acme:tickets:9xyz', { price: null, priceSource: null, contextTokens: null }),
    listed('whisper-1', { text: false, price: null, priceSource: null, contextTokens: null }),
  ];
  return { data, problem: null };
}

/** Providers from everywhere, in every state, with their models and the recent changes. */
export async function providers(page: Page): Promise<void> {
  await show(page, someView(), someChanges(), '/admin?view=providers');
}

/** Nothing is connected. */
export async function noProviders(page: Page): Promise<void> {
  const view = { ...someView(), providers: [], models: [] };
  await show(page, view, { data: [], nextCursor: null }, '/admin?view=providers');
}

/** The dialog that connects one, with a test that found something wrong. */
export async function connect(page: Page): Promise<void> {
  const test: ProviderTest = {
    ...{ ok: false, listed: null, privateAddress: false },
    listProblem: 'It refuses the key (401).',
    call: null,
  };
  await page.route('**/api/console/admin/provider-tests', (route) => route.fulfill({ json: test }));
  await providers(page);
  await page.getByRole('button', { name: 'Connect a provider' }).click();
  await page.getByLabel('API key').fill('sk-mistyped');
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('It does not work yet')).toBeVisible();
}

/** One provider, with models to choose. */
export async function provider(page: Page): Promise<void> {
  await page.route('**/api/console/admin/providers/openai/models', (route) => route.fulfill({ json: someListed() }));
  await show(page, someView(), someChanges(), '/admin?view=providers&provider=openai');
  await page.getByRole('button', { name: 'Add models' }).click();
  await page.getByRole('checkbox', { name: /^gpt-4\.1/ }).check();
  await page.getByRole('checkbox', { name: /^ft:/ }).check();
  await page.getByRole('button', { name: 'Add 2 models' }).click();
}

/** One model. */
export async function model(page: Page): Promise<void> {
  const [first] = someView().models;
  await show(page, someView(), someChanges(), `/admin?view=providers&model=${first?.key ?? ''}`);
}

async function show(page: Page, view: ProvidersView, changes: ChangePage, path: string): Promise<void> {
  await page.route('**/api/console/admin/providers', (route) => route.fulfill({ json: view }));
  await page.route('**/api/console/admin/changes*', (route) => route.fulfill({ json: changes }));
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Connect a provider', includeHidden: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
}
