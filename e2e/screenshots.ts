import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import * as admin from './shots/admin-shots';
import * as panels from './shots/chat-panel-shots';
import * as providers from './shots/provider-shots';
import * as chat from './shots/chat-shots';
import * as start from './shots/start-shots';
import * as wallet from './shots/wallet-shots';
import { expect, OWNER, send, signIn, test } from './support/fixtures';
import { someKeys, someLimits, someSpend, someUsage, someUsageRows } from './shots/fake-data';
import { someFigures, someModels, someUsedModels } from './shots/fake-models';
import { knownModels, LANDING_PICTURES, takeLandingPicture } from './shots/landing-pictures';

/**
 * `npm run screenshots`: every page in its states at 390 and 1440 pixels, light and dark, and one contact sheet of them
 * all; the picture in the README, and those of the start page.
 */

const FOLDER = 'screenshots';
/** The picture in the README, in the size that it is shown there: rendered smaller, which is sharper than resizing it. */
const README_PICTURE = 'docs/usage.webp';
const README_VIEW = { viewport: { width: 1104, height: 768 }, deviceScaleFactor: 0.75 };
const WIDTHS = [1440, 390] as const;
const THEMES = ['light', 'dark'] as const;
const HEIGHTS: Record<(typeof WIDTHS)[number], number> = { 1440: 900, 390: 844 };
const THUMBNAIL_WIDTH = { 1440: 460, 390: 150 };

type Shot = { name: string; signedIn: boolean; prepare: (page: Page) => Promise<void> };

const completions = '**/api/v1/chat/completions';
const refuse =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  async (page: Page) => {
    await page.route(completions, (route) =>
      route.fulfill({
        status,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'cf-ray': '0123456789abcdef-SVC', ...headers },
      }),
    );
    await page.goto('/chat');
    await send(page, 'What is a fare box?');
    await expect(page.getByText(/not charged/i).first()).toBeVisible();
  };

const SHOTS: Shot[] = [
  { name: 'landing', signedIn: false, prepare: (page) => visit(page, '/') },
  { name: 'landing-pictures', signedIn: false, prepare: landingPictures },
  { name: 'landing-end', signedIn: false, prepare: landingEnd },
  { name: 'sign-up', signedIn: false, prepare: (page) => visit(page, '/sign-up') },
  { name: 'sign-in', signedIn: false, prepare: (page) => visit(page, '/sign-in') },
  { name: 'sign-in-wrong', signedIn: false, prepare: signInWrongly },
  { name: 'reset-password', signedIn: false, prepare: (page) => visit(page, '/reset-password?token=abc') },
  { name: 'not-found', signedIn: false, prepare: (page) => visit(page, '/no-such-page') },
  { name: 'docs', signedIn: false, prepare: (page) => visit(page, '/docs') },
  { name: 'docs-endpoint', signedIn: true, prepare: tryEndpoint },
  { name: 'start', signedIn: true, prepare: start.choice },
  { name: 'start-not-possible', signedIn: true, prepare: start.notPossible },
  { name: 'start-connect', signedIn: true, prepare: start.connect },
  { name: 'start-models', signedIn: true, prepare: start.models },
  { name: 'start-ready', signedIn: true, prepare: start.ready },
  { name: 'chat-reminder', signedIn: true, prepare: start.chat },
  { name: 'chat-first', signedIn: true, prepare: (page) => visit(page, '/chat') },
  { name: 'chat-answer', signedIn: true, prepare: answer },
  { name: 'chat-settings', signedIn: true, prepare: settings },
  { name: 'chat-attachments', signedIn: true, prepare: chat.attachments },
  { name: 'chat-attachments-sent', signedIn: true, prepare: chat.sentAttachments },
  { name: 'chat-tool-calls', signedIn: true, prepare: chat.toolCalls },
  { name: 'chat-structure', signedIn: true, prepare: chat.structure },
  { name: 'chat-characters', signedIn: true, prepare: chat.characters },
  { name: 'chat-models', signedIn: true, prepare: chat.models },
  { name: 'chat-list', signedIn: true, prepare: chat.list },
  { name: 'chat-code', signedIn: true, prepare: chat.code },
  { name: 'chat-stopped', signedIn: true, prepare: chat.stopped },
  { name: 'chat-compare', signedIn: true, prepare: chat.compare },
  { name: 'chat-compare-three', signedIn: true, prepare: panels.compareThree },
  { name: 'chat-preview', signedIn: true, prepare: panels.preview },
  { name: 'chat-diagram', signedIn: true, prepare: panels.diagram },
  { name: 'chat-folders', signedIn: true, prepare: panels.folders },
  { name: 'chat-prompts', signedIn: true, prepare: panels.prompts },
  { name: 'chat-share', signedIn: true, prepare: panels.shareDialog },
  { name: 'chat-shared', signedIn: true, prepare: panels.sharedChat },
  {
    name: 'chat-failed',
    signedIn: true,
    prepare: refuse(503, { error: 'The model is at capacity.', code: 'MODEL_AT_CAPACITY' }),
  },
  {
    name: 'chat-out-of-credit',
    signedIn: true,
    prepare: refuse(402, {
      error:
        'The available balance of 0 USD does not cover this request, which needs at least 0.01 USD. Add credit and try again.',
      code: 'INSUFFICIENT_BALANCE',
    }),
  },
  {
    name: 'chat-rate-limited',
    signedIn: true,
    prepare: refuse(429, { error: 'Too many requests.', code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '27' }),
  },
  { name: 'characters', signedIn: true, prepare: (page) => visit(page, '/characters') },
  {
    name: 'characters-detail',
    signedIn: true,
    prepare: (page) => visit(page, '/characters?character=lighthouse-keeper'),
  },
  { name: 'characters-own-empty', signedIn: true, prepare: (page) => visit(page, '/characters?view=yours') },
  { name: 'characters-create', signedIn: true, prepare: createCharacter },
  { name: 'images-empty', signedIn: true, prepare: (page) => visit(page, '/images') },
  { name: 'search-empty', signedIn: true, prepare: (page) => visit(page, '/search') },
  { name: 'search-link', signedIn: true, prepare: (page) => visit(page, '/search?q=tide+table') },
  { name: 'models', signedIn: true, prepare: (page) => models(page, '/models') },
  { name: 'model', signedIn: true, prepare: (page) => models(page, '/models/demo-text-s') },
  { name: 'keys-empty', signedIn: true, prepare: (page) => visit(page, '/keys') },
  { name: 'keys-create', signedIn: true, prepare: createDialog },
  { name: 'keys-full', signedIn: true, prepare: manyKeys },
  { name: 'usage-empty', signedIn: true, prepare: (page) => visit(page, '/usage') },
  { name: 'usage', signedIn: true, prepare: usage },
  { name: 'usage-failed', signedIn: true, prepare: (page) => fail(page, '**/api/console/usage?**', '/usage') },
  { name: 'limits', signedIn: true, prepare: limits },
  { name: 'limits-failed', signedIn: true, prepare: (page) => fail(page, '**/api/console/limits', '/limits') },
  { name: 'wallet', signedIn: true, prepare: wallet.quote },
  { name: 'wallet-empty', signedIn: true, prepare: wallet.empty },
  { name: 'wallet-none-found', signedIn: true, prepare: wallet.noWallet },
  { name: 'wallet-choice', signedIn: true, prepare: wallet.choice },
  { name: 'wallet-connected', signedIn: true, prepare: wallet.connected },
  { name: 'wallet-declined', signedIn: true, prepare: wallet.declined },
  { name: 'wallet-signing', signedIn: true, prepare: wallet.signing },
  { name: 'wallet-sending', signedIn: true, prepare: wallet.sending },
  { name: 'wallet-unanswered', signedIn: true, prepare: wallet.unanswered },
  { name: 'wallet-pending', signedIn: true, prepare: wallet.pending },
  { name: 'wallet-credited', signedIn: true, prepare: wallet.credited },
  { name: 'wallet-failed', signedIn: true, prepare: wallet.failed },
  { name: 'wallet-detail', signedIn: true, prepare: wallet.detail },
  { name: 'wallet-code', signedIn: true, prepare: wallet.code },
  { name: 'wallet-not-configured', signedIn: true, prepare: wallet.notConfigured },
  {
    name: 'wallet-failed-load',
    signedIn: true,
    prepare: (page) => fail(page, '**/api/console/wallet', '/wallet'),
  },
  { name: 'settings', signedIn: true, prepare: (page) => visit(page, '/settings') },
  { name: 'settings-delete', signedIn: true, prepare: deleteDialog },
  { name: 'admin', signedIn: true, prepare: admin.accounts },
  { name: 'admin-providers', signedIn: true, prepare: providers.providers },
  { name: 'admin-providers-empty', signedIn: true, prepare: providers.noProviders },
  { name: 'admin-providers-connect', signedIn: true, prepare: providers.connect },
  { name: 'admin-provider', signedIn: true, prepare: providers.provider },
  { name: 'admin-provider-model', signedIn: true, prepare: providers.model },
  { name: 'admin-wallets', signedIn: true, prepare: admin.wallets },
  { name: 'admin-wallets-open', signedIn: true, prepare: admin.openPayment },
  { name: 'admin-wallets-refund', signedIn: true, prepare: admin.refund },
  { name: 'admin-wallets-empty', signedIn: true, prepare: admin.noWallets },
  { name: 'admin-models', signedIn: true, prepare: (page) => visit(page, '/admin?view=models') },
  { name: 'admin-errors-empty', signedIn: true, prepare: (page) => visit(page, '/admin?view=errors') },
  { name: 'palette', signedIn: true, prepare: palette },
];

test('takes all screenshots on one sheet', async ({ browser, farebox }) => {
  test.setTimeout(20 * 60_000);
  mkdirSync(FOLDER, { recursive: true });
  const state = await signedInState(browser, farebox.url);
  for (const width of WIDTHS) {
    for (const theme of THEMES) {
      for (const shot of SHOTS) {
        const context = await browser.newContext({
          baseURL: farebox.url,
          viewport: { width, height: HEIGHTS[width] },
          colorScheme: theme,
          reducedMotion: 'reduce',
          ...(shot.signedIn ? { storageState: state } : {}),
        });
        const page = await context.newPage();
        await shot.prepare(page);
        await page.screenshot({ path: fileOf(shot.name, width, theme) });
        await context.close();
      }
    }
  }
  await sheet(browser);
});

test('the picture in the README', async ({ browser, farebox }) => {
  const storageState = await signedInState(browser, farebox.url);
  const look = { ...README_VIEW, colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: farebox.url, storageState, ...look });
  const page = await context.newPage();
  await usage(page);
  await sharp(await page.screenshot())
    .webp({ quality: 90 })
    .toFile(README_PICTURE);
  await context.close();
});

test('the pictures of the start page', async ({ browser, farebox }) => {
  const storageState = await signedInState(browser, farebox.url);
  const prepared = { chat: answer, usage, models: knownModels };
  for (const picture of LANDING_PICTURES) {
    for (const theme of THEMES) {
      const prepare = prepared[picture.name];
      const session = picture.signedIn ? { storageState } : {};
      await takeLandingPicture(browser, picture, { theme, prepare, baseURL: farebox.url, ...session });
    }
  }
});

const fileOf = (name: string, width: number, theme: string) => join(FOLDER, `${name}-${width}-${theme}.png`);

async function signedInState(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, OWNER);
  // Only the pictures of the first steps show the reminder of them.
  await page.goto('/start');
  await page.getByRole('button', { name: 'Don’t remind me' }).click();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

async function landingPictures(page: Page): Promise<void> {
  await visit(page, '/');
  await page.evaluate(() => document.getElementById('tour')?.scrollIntoView());
  await page.waitForLoadState('networkidle');
}

async function landingEnd(page: Page): Promise<void> {
  await visit(page, '/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
}

async function tryEndpoint(page: Page): Promise<void> {
  await visit(page, '/docs/createChatCompletion');
  await page.getByRole('button', { name: 'Try it' }).click();
  await expect(page.getByRole('form', { name: 'Try it' })).toBeVisible();
}

async function signInWrongly(page: Page): Promise<void> {
  await visit(page, '/sign-in');
  await page.getByLabel('Email').fill('somebody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.route('**/api/auth/callback/credentials', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/json',
      body: JSON.stringify({ url: `${new URL(page.url()).origin}/sign-in?error=CredentialsSignin` }),
    }),
  );
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'is incorrect' })).toBeVisible();
}

async function answer(page: Page): Promise<void> {
  const text = [
    'A **fare box** takes exact coins and gives a ticket. In code:\n\n',
    '```python\ndef fare(zones: int) -> float:\n    """Price of a ride in USD."""\n    return 1.20 + 0.35 * zones\n```\n\n',
    '| Zones | Fare |\n|---|---:|\n| 1 | $1.55 |\n| 2 | $1.90 |\n\n',
    'See [the history](https://example.org/history) for more.',
  ];
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1795248000, model: 'smollm2-135m' };
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const usage = {
    ...head,
    choices: [],
    usage: { prompt_tokens: 1204, completion_tokens: 318, total_tokens: 1522 },
    cost: { usd: 0.000412, diem: 0 },
  };
  const frames = [
    chunk({ role: 'assistant', content: '' }),
    ...text.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    usage,
  ];
  await page.route(completions, (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'cf-ray': '0123456789abcdef-SVC' },
      body: `${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`,
    }),
  );
  await visit(page, '/chat');
  await send(page, 'What is a fare box? Show it in Python and as a table.');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await expect(page.getByRole('table')).toBeVisible();
  // Highlighting comes after the text.
  await expect(page.locator('pre span[style]').first()).toBeVisible();
}

async function settings(page: Page): Promise<void> {
  await visit(page, '/chat');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('textbox', { name: 'System prompt' })).toBeVisible();
}

async function models(page: Page, path: string): Promise<void> {
  await page.route('**/api/v1/models?type=all', (route) => route.fulfill({ json: { data: someModels() } }));
  await page.route('**/api/v1/models/demo-text-s', (route) => route.fulfill({ json: someModels()[0] }));
  await page.route('**/api/console/models/figures', (route) => route.fulfill({ json: someFigures() }));
  await page.route('**/api/console/models/used', (route) => route.fulfill({ json: someUsedModels() }));
  await visit(page, path);
}

async function createDialog(page: Page): Promise<void> {
  await visit(page, '/keys');
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function createCharacter(page: Page): Promise<void> {
  await visit(page, '/characters');
  await page.getByRole('button', { name: 'Create character' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Enter the instructions for the character')).toBeVisible();
}

async function manyKeys(page: Page): Promise<void> {
  await page.route('**/api/v1/api_keys', (route) => route.fulfill({ json: { object: 'list', data: someKeys() } }));
  await page.route('**/api/console/keys/spend', (route) => route.fulfill({ json: someSpend() }));
  await visit(page, '/keys');
}

async function usage(page: Page): Promise<void> {
  await page.route('**/api/console/usage?**', (route) => route.fulfill({ json: someUsage(route.request().url()) }));
  await page.route('**/api/console/usage/requests?**', (route) => route.fulfill({ json: someUsageRows() }));
  await visit(page, '/usage');
  await expect(page.getByTestId('usage-bars').locator('.recharts-bar-rectangle').first()).toBeVisible();
}

async function limits(page: Page): Promise<void> {
  await page.route('**/api/console/limits', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: someLimits((await answer.json()) as object) });
  });
  await visit(page, '/limits');
}

async function fail(page: Page, address: string, path: string): Promise<void> {
  const failure = { error: 'Something failed on our side.', code: 'UNKNOWN_ERROR' };
  await page.route(address, (route) =>
    route.fulfill({ status: 500, json: failure, headers: { 'cf-ray': '0123456789abcdef-SVC' } }),
  );
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
}

async function deleteDialog(page: Page): Promise<void> {
  await visit(page, '/settings');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function palette(page: Page): Promise<void> {
  await visit(page, '/keys');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
}

/** All screenshots side by side: squint at it, read only the numbers, read only the text. */
async function sheet(browser: Browser): Promise<void> {
  const figures = SHOTS.map(({ name }) => {
    const pictures = WIDTHS.flatMap((width) =>
      THEMES.map((theme) => {
        const bytes = readFileSync(fileOf(name, width, theme)).toString('base64');
        return `<img width="${THUMBNAIL_WIDTH[width]}" alt="" src="data:image/png;base64,${bytes}">`;
      }),
    );
    return `<figure><figcaption>${name}</figcaption>${pictures.join('')}</figure>`;
  });
  const style =
    'body{font:14px sans-serif;margin:16px;background:#888}figure{margin:0 0 16px}img{margin:4px;vertical-align:top}';
  const html = `<meta charset="utf-8"><style>${style}</style>${figures.join('')}`;
  writeFileSync(join(FOLDER, 'contact-sheet.html'), html);
  const page = await browser.newPage({ viewport: { width: 1320, height: 900 } });
  await page.setContent(html);
  await page.screenshot({ path: join(FOLDER, 'contact-sheet.png'), fullPage: true });
  await page.close();
}
