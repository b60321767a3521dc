import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, send, signIn, test } from '../../support/fixtures';

const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Opens the palette with its shortcut and types. */
async function command(page: Page, text: string): Promise<void> {
  // A page that has just rendered may not listen for keys yet.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.type(text);
}

test('the palette reaches every command by keyboard alone, and Escape returns the focus', async ({ page }) => {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeVisible();
  const options = paletteOf(page).getByRole('option');
  // One to chat with it, and one about it.
  await expect(options.filter({ hasText: 'SmolLM2' })).toHaveCount(2);
  const names = await options.allInnerTexts();
  for (const wanted of [
    'Chat',
    'Images',
    'Search',
    'Characters',
    'Models',
    'Keys',
    'Usage',
    'Limits',
    'Wallet',
    'Settings',
    'Admin',
    'New chat',
    'Create key',
  ]) {
    expect(names.some((name) => name.startsWith(wanted))).toBe(true);
  }
  for (const wanted of ['Copy base URL', 'theme', 'Sign out']) {
    expect(names.some((name) => name.includes(wanted))).toBe(true);
  }
  // Each one is highlighted on the way down.
  for (const name of names) {
    const active = await page.getByRole('combobox', { name: 'Search commands' }).getAttribute('aria-activedescendant');
    await expect(page.locator(`[id="${active}"]`)).toHaveText(name, { useInnerText: true });
    await page.keyboard.press('ArrowDown');
  }
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.type('nothing is called so');
  await expect(paletteOf(page).getByText('No results.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
  await expect(message).toBeFocused();
});

test('the palette opens pages, creates a key, and remembers recent commands', async ({ page }) => {
  await command(page, 'keys go');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/keys');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();

  await command(page, 'secret');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create key' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');

  await command(page, '');
  await expect(paletteOf(page).getByRole('group').first()).toContainText('Create key');
  await expect(paletteOf(page).getByRole('group', { name: 'Recent' })).toContainText('Keys');
});

test('keys typed while the palette loads go to the palette, never to the message below', async ({ context }) => {
  // The browser reports the mouse that clicked on Sign in to the next page as well, and a first movement loads the code.
  const page = await context.newPage();
  await page.goto('/chat');
  const message = page.getByTestId('composer');
  await expect(page.getByRole('combobox', { name: /^Model: SmolLM2/ })).toBeVisible();
  await message.focus();
  // Its code loads once everything is typed.
  let load: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    load = resolve;
  });
  let isAsked = false;
  await page.route('**/_next/static/**', async (route) => {
    isAsked = true;
    await typed;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await expect.poll(() => isAsked).toBe(true);
  await page.keyboard.type('usagee');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  load();
  const field = page.getByRole('combobox', { name: 'Search commands' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('usage');
  await expect(message).toHaveValue('');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/usage**');
  await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
});

test('keys typed right after the palette shortcut go to the palette, the second time too', async ({ page }) => {
  await command(page, '');
  await page.keyboard.press('Escape');
  await expect(paletteOf(page)).toHaveCount(0);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByTestId('composer').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('limits');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toHaveValue('limits');
  await expect(page.getByTestId('composer')).toHaveValue('');
});

test('a chat that loads after the palette takes no keys from it', async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  // Slow enough that the frame is ready well before the chat inside it.
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 12 });
  await page.goto('/chat');
  await command(page, 'usage');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/usage**');
});

test('the palette opens the chat with a model', async ({ page }) => {
  await page.goto('/keys');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();
  await command(page, 'smol');
  // The models may still be loading.
  await expect(paletteOf(page).getByRole('option', { name: /^SmolLM2/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/chat' && url.search === '');
  await expect(page.getByRole('combobox', { name: /^Model: SmolLM2/ })).toBeVisible();
  expect(await page.evaluate("localStorage.getItem('farebox-model')")).toBe('smollm2-135m');
});

test('the palette finds chats, characters, and the text of the reference', async ({ page }) => {
  await send(page, 'Name the lantern that burns longest.');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible({ timeout: 60_000 });
  await page.goto('/keys');
  await command(page, 'lantern longest');
  const chats = paletteOf(page).getByRole('group', { name: 'Chats' });
  await expect(chats.getByRole('option')).toHaveCount(1);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/chat\?id=/);
  await expect(page.getByTestId('user-message').getByText('Name the lantern that burns longest.')).toBeInViewport();

  await command(page, 'lighthouse keeper');
  const characters = paletteOf(page).getByRole('group', { name: 'Characters' });
  await characters.getByRole('option', { name: /^Chat with Lighthouse Keeper/ }).click();
  await page.waitForURL('**/chat?character=lighthouse-keeper');
  await expect(page.getByRole('heading', { name: 'Lighthouse Keeper' })).toBeVisible();

  await command(page, 'INSUFFICIENT_BALANCE');
  await paletteOf(page).getByRole('group', { name: 'Docs' }).getByRole('option').first().click();
  await page.waitForURL('**/docs/**');
  await page.goBack();
  // What was found is not among the recent commands, where it could not be shown.
  await command(page, '');
  await expect(paletteOf(page).getByRole('group', { name: 'Go to' })).toBeVisible();
  await expect(paletteOf(page).getByRole('group', { name: 'Recent' })).toHaveCount(0);
});

test('the palette copies the base URL, switches the theme permanently, and signs out', async ({
  page,
  context,
  farebox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await command(page, 'base');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Base URL copied')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${farebox.url}/api/v1`);

  const theme = () => page.locator('html').getAttribute('data-theme');
  const before = await theme();
  await command(page, 'toggle theme');
  await page.keyboard.press('Enter');
  const turned = before === 'dark' ? 'light' : 'dark';
  await expect.poll(theme).toBe(turned);
  await page.reload();
  await expect.poll(theme).toBe(turned);

  await command(page, 'sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await page.goto('/keys');
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fkeys$/);
});

test('g and a letter open a page, but not while typing or when turned off', async ({ page }) => {
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.focus();
  await page.keyboard.type('gk?');
  await expect(message).toHaveValue('gk?');
  await page.goto('/characters');
  await expect(page.getByRole('heading', { name: 'Characters', level: 1 })).toBeVisible();
  // The balance is loaded after the page listens for keys.
  await expect(page.getByRole('button', { name: /^Available \$/ })).toBeVisible();
  await page.locator('main').focus();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.waitForURL('**/keys');
  await expect(page.getByRole('heading', { name: 'Keys', level: 1 })).toBeVisible();

  await page.locator('main').focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.locator('main').focus();
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  // The palette's shortcut still works: the page was listening all along.
  await page.keyboard.press('Control+k');
  await expect(paletteOf(page)).toBeVisible();
  await expect(sheet).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe('/keys');
});
