import { expect, type Page } from '@playwright/test';
import type { EngineView } from '../../lib/admin/contract';
import type { ProvidersView } from '../../lib/connected/contract';
import type { FirstSteps } from '../../lib/profile/contract';
import { someListed, someModel, someProvider } from './provider-shots';

/* The page Get started in its states. */

const NOTHING: FirstSteps = { isNew: true, chat: false, key: false, request: false, invite: false };
const NO_MORE = { unreadable: [], defaultModel: null };
const NONE: ProvidersView = {
  editing: { possible: true, reason: null },
  markup: '1',
  providers: [],
  models: [],
  ...NO_MORE,
};
const FAILED = 'It refuses the key (401).';

function someEngine(): EngineView {
  const small = { id: 'smollm2-135m', name: 'SmolLM2 135M Instruct', reason: null, retryAt: null };
  const better = { id: 'qwen2.5-coder-1.5b', name: 'Qwen2.5 Coder 1.5B Instruct', reason: null, retryAt: null };
  return {
    ...{ message: '', weights: [], declined: null, canConnect: true },
    models: [
      { ...small, state: 'ready', doneBytes: 98_362_432, totalBytes: 98_362_432, tokensPerSecond: 84.2 },
      { ...better, state: 'fetching', doneBytes: 335_196_230, totalBytes: 1_117_320_768, tokensPerSecond: null },
    ],
  };
}

async function show(page: Page, view: ProvidersView, done: Partial<FirstSteps>, path = '/start'): Promise<void> {
  // The other pages are shown without the reminder.
  await page.addInitScript(() => localStorage.clear());
  await page.route('**/api/console/admin/providers', (route) => route.fulfill({ json: view }));
  await page.route('**/api/console/admin/providers/openai/models', (route) => route.fulfill({ json: someListed() }));
  await page.route('**/api/console/engine', (route) => route.fulfill({ json: someEngine() }));
  await page.route('**/api/console/first-steps', (route) => route.fulfill({ json: { ...NOTHING, ...done } }));
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** Nothing is connected, a better local model is on its way. */
export const choice = (page: Page) => show(page, NONE, {});

/** Providers cannot be connected yet. */
export const notPossible = (page: Page) =>
  show(
    page,
    {
      ...NONE,
      editing: { possible: false, reason: 'Set SECRETS_KEY and restart: the keys of providers are encrypted with it.' },
    },
    {},
  );

/** A provider that does not answer the test call. */
export async function connect(page: Page): Promise<void> {
  const json = { ok: false, listed: null, privateAddress: false, listProblem: FAILED, call: null };
  await page.route('**/api/console/admin/provider-tests', (route) => route.fulfill({ json }));
  await show(page, NONE, {}, '/start?step=connect');
  await page.getByLabel('API key').fill('sk-mistyped');
  await page.getByRole('button', { name: 'Test and connect' }).click();
  await expect(page.getByText(FAILED)).toBeVisible();
}

/** The models of a connected provider. */
export const models = (page: Page) =>
  show(
    page,
    { ...NONE, providers: [someProvider('openai', { models: 0 })] },
    {},
    '/start?provider=openai&tested=gpt-4.1',
  );

/** Everything is ready, and the request by curl is next. */
export const ready = (page: Page) =>
  show(
    page,
    {
      ...NONE,
      providers: [
        someProvider('openai', { models: 1 }),
        someProvider('lab', { preset: 'vllm', privateAddress: true, models: 0 }),
      ],
      models: [someModel('gpt-4.1', { isDefault: true })],
      defaultModel: { id: 'gpt-4.1', name: 'gpt-4.1', source: 'console' },
    },
    { chat: true, key: true },
  );

/** The empty chat of a new account. */
export const chat = (page: Page) => show(page, NONE, { chat: true, key: true }, '/chat');
