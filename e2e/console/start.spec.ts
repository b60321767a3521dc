import type { Page } from '@playwright/test';
import type { EngineView, LocalModel } from '../../lib/admin/contract';
import type { ProvidersView, ProviderView } from '../../lib/connected/contract';
import type { FirstSteps } from '../../lib/profile/contract';
import { expectAccessible } from '../support/expect-accessible';
import { expect, signIn, test } from '../support/fixtures';
import { makePerson } from '../support/people';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const STEPS = '**/api/console/first-steps';
const ENGINE = '**/api/console/engine';
const PROVIDERS = '**/api/console/admin/providers';

const NOTHING: FirstSteps = { isNew: true, chat: false, key: false, request: false, invite: false };
const NO_MORE = { unreadable: [], defaultModel: null };
const NONE: ProvidersView = {
  editing: { possible: true, reason: null },
  markup: '1',
  providers: [],
  models: [],
  ...NO_MORE,
};
const steps = (page: Page) => page.getByRole('region', { name: 'First steps' });
const reminder = (page: Page) => page.getByRole('link', { name: /^(Get started|First steps)/ });

/** Answers as an account with these steps. */
const showSteps = (page: Page, done: Partial<FirstSteps>) =>
  page.route(STEPS, (route) => route.fulfill({ json: { ...NOTHING, ...done } }));

function someModel(changes: Partial<LocalModel>): LocalModel {
  return {
    ...{ id: 'qwen2.5-coder-1.5b', name: 'Qwen2.5 Coder 1.5B Instruct', state: 'ready', reason: null, retryAt: null },
    ...{ doneBytes: 1_117_320_768, totalBytes: 1_117_320_768, tokensPerSecond: null, ...changes },
  };
}

/** Shows a state of the local models. */
async function showEngine(page: Page, changes: Partial<EngineView>): Promise<void> {
  const engine: EngineView = { message: '', weights: [], models: [], declined: null, canConnect: true, ...changes };
  await page.route(ENGINE, (route) => route.fulfill({ json: engine }));
  await page.goto('/start');
}

test('an owner sees which local models are here, which are coming, and how far', async ({ page }) => {
  await signIn(page);
  await page.route(PROVIDERS, (route) => route.fulfill({ json: NONE }));
  const small = someModel({ id: 'smollm2-135m', name: 'SmolLM2 135M Instruct', totalBytes: 98_362_432 });
  await showEngine(page, { models: [small, someModel({ state: 'fetching', doneBytes: 335_196_230 })] });
  const local = page.getByRole('region', { name: 'Use the local model' });
  await expect(local.getByRole('listitem')).toContainText([
    /SmolLM2.*Ready.*98\.4 MB/s,
    /Qwen2\.5.*Downloading.*1\.1 GB/s,
  ]);
  await expect(local.getByRole('meter', { name: 'Downloading Qwen2.5 Coder 1.5B Instruct' })).toHaveAttribute(
    'aria-valuetext',
    '335.2 MB of 1.1 GB',
  );
  await expect(local.getByRole('link', { name: 'Use the local model' })).toHaveAttribute('href', '/chat');
  await expectAccessible(page);
  // The next states come by themselves.
  await page.route(ENGINE, (route) =>
    route.fulfill({
      json: { message: '', weights: [], models: [small, someModel({})], declined: null, canConnect: true },
    }),
  );
  await expect(local.getByText('Ready', { exact: true })).toHaveCount(2);
});

test('an owner without a usable local model sees why, and that providers cannot be connected', async ({ page }) => {
  await signIn(page);
  const reason = 'Set SECRETS_KEY to a random value, and restart: the keys of providers are encrypted with it.';
  await page.route(PROVIDERS, (route) => route.fulfill({ json: { ...NONE, editing: { possible: false, reason } } }));
  await showEngine(page, {});
  await expect(page.getByText('EMBEDDED_MODELS')).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect a provider' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Use the local model' })).toHaveCount(0);
  await expectAccessible(page);
  // An address that leads nowhere now shows what there is.
  await page.goto('/start?step=connect');
  await expect(page.getByText(reason)).toBeVisible();
  await expect(page).toHaveURL('/start');
  await expect(steps(page)).toBeVisible();
});

test('a provider that cannot be used leaves the choice; one without models asks for them', async ({ page }) => {
  await signIn(page);
  const away: ProviderView = {
    ...{ id: 'ollama', source: 'environment', preset: null, kind: 'openai-compatible', region: null, markup: null },
    ...{ baseUrl: 'http://127.0.0.1:11434/v1', privateAddress: true, hasCredentials: false, enabled: true },
    ...{ problem: null, models: 0, updatedAt: null },
  };
  const lab: ProviderView = { ...away, id: 'lab', source: 'console', preset: 'vllm', markup: '1' };
  const shown = (view: Partial<ProvidersView>) =>
    page.route(PROVIDERS, (route) => route.fulfill({ json: { ...NONE, ...view } }));
  await shown({ providers: [away, { ...lab, problem: 'Its key is damaged.' }] });
  await showEngine(page, { models: [someModel({})] });
  await expect(page.getByRole('link', { name: 'Use the local model' })).toBeVisible();
  await expect(page.getByText('It answers as soon as you choose')).toHaveCount(0);
  await shown({ providers: [away, lab] });
  await page.reload();
  await expect(page.getByText('It answers as soon as you choose')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose models' })).toHaveCount(1);
  // The default is what answers, whoever has chosen it.
  const defaultModel = { id: 'of-file', name: 'The file’s', source: 'service_file' } as const;
  await shown({ providers: [{ ...lab, models: 1 }], defaultModel });
  await page.reload();
  await expect(page.getByText('New chats use The file’s.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start chatting' })).toHaveAttribute('href', '/chat?model=of-file');
  await page.goto('/start?provider=lab');
  await expect(page.getByText('New chats go on with The file’s.')).toBeVisible();
});

test('a member has steps of their own, without models and invitations', async ({ page, farebox }) => {
  await signIn(page, await makePerson(farebox));
  await page.goto('/start?step=connect');
  await expect(steps(page).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connect a provider' })).toHaveCount(0);
  await expect(page.getByText('Invite')).toHaveCount(0);
  await expectAccessible(page);
});

test('the reminder counts the steps, can be hidden in every tab, and comes back if wanted', async ({ page }) => {
  await signIn(page);
  await showSteps(page, { chat: true, key: true });
  await page.goto('/chat');
  const line = page.getByRole('link', { name: 'First steps: 2 of 4 done' });
  await expect(line).toContainText('Next: Send a request with curl');
  await expectAccessible(page);
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Get started 2 of 4 done' }).click();
    await page.waitForURL('**/start');
    await page.goBack();
  } else {
    await expect(page.getByRole('link', { name: 'Get started, 2 of 4 done' })).toBeVisible();
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await expect(page.getByRole('link', { name: 'Get started, 2 of 4 done' })).toBeVisible();
    await page.getByRole('button', { name: 'Expand navigation' }).click();
  }
  const other = await page.context().newPage();
  await showSteps(other, { chat: true, key: true });
  await other.goto('/chat');
  await expect(reminder(other).first()).toBeVisible();
  await line.click();
  await expect(steps(page).locator('[aria-current="step"]')).toContainText('Send a request with curl');
  await expect(steps(page).getByRole('region', { name: 'curl sample' })).toContainText('/api/v1/chat/completions');
  await page.getByRole('button', { name: 'Don’t remind me' }).click();
  for (const tab of [page, other]) await expect(reminder(tab)).toHaveCount(0);
  await page.reload();
  await expect(steps(page)).toBeVisible();
  await expect(reminder(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remind me', exact: true }).click();
  await expect(reminder(other).first()).toBeVisible();
});

test('an old account is not reminded, and the server is not asked again', async ({ page }) => {
  await signIn(page);
  await showSteps(page, { isNew: false, chat: true });
  await page.goto('/keys');
  await page.waitForLoadState('networkidle');
  await expect(reminder(page)).toHaveCount(0);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/first-steps')) asked += 1;
  });
  await page.goto('/chat');
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(0);
  // The page itself still shows the steps.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('get started');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 4 done')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Don’t remind me' })).toHaveCount(0);
});

test('steps that cannot be loaded are requested again', async ({ page }) => {
  await signIn(page);
  let isAway = true;
  await page.route(STEPS, (route) =>
    isAway ? route.fulfill({ status: 500, json: { error: 'Away.', code: 'UNKNOWN_ERROR' } }) : route.continue(),
  );
  await page.goto('/start');
  await expect(page.getByText('The first steps could not be loaded.')).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(steps(page)).toBeVisible();
});
