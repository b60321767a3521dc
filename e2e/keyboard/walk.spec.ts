import type { Locator, Page } from '@playwright/test';
import { startTestUpstream } from '../../lib/connected/test-upstream';
import { expect, OWNER, test } from '../support/fixtures';
import { enterOn, tabTo } from '../support/keyboard';

/* Without a mouse: only Tab, Enter, arrow keys, and letters; every stop on the way must show its focus ring. */

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Uses the navigation: the sidebar, or the bottom bar and its More menu. */
async function goTo(page: Page, place: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Console' });
  const link = navigation.getByRole('link', { name: place, exact: true }).filter({ visible: true });
  if ((await link.count()) > 0) await enterOn(page, link);
  else {
    await enterOn(page, navigation.getByRole('button', { name: 'More' }));
    await enterOn(page, page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: place }));
  }
  await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
}

/** Chooses an action from a row's menu, by its distance from the first one. */
async function chooseAction(page: Page, row: Locator, below: number): Promise<void> {
  await enterOn(page, row.getByRole('button', { name: /^Actions for / }));
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  for (let step = 0; step < below; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test.beforeEach(async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/sign-in');
  await tabTo(page, field(page, 'Email'));
  await page.keyboard.type(OWNER.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(OWNER.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/chat');
  // The URL changes before hydration; the balance renders after it.
  await expect(page.getByRole('button', { name: /^Available \$/ })).toBeVisible();
});

test('a question is asked and its receipt opened by keyboard, and the request appears under Usage', async ({
  page,
}) => {
  await tabTo(page, field(page, 'Message'));
  await page.keyboard.type('Say hello.');
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('button', { name: /^Receipt: / });
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  await enterOn(page, receipt, 'Shift+Tab');
  await expect(receipt).toHaveAttribute('aria-expanded', 'true');

  await goTo(page, 'Usage');
  await enterOn(page, page.getByRole('table', { name: 'Requests', exact: true }).getByRole('button').first());
  await expect(page.getByRole('region', { name: 'Receipt' })).toBeVisible();
});

test('a key is created, edited, and revoked by keyboard', async ({ page }) => {
  const { keyboard } = page;
  const name = `by keyboard ${Date.now()}`;
  await keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await keyboard.type('create key');
  await keyboard.press('Enter');
  const create = page.getByRole('dialog', { name: 'Create key' });
  await expect(create.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await keyboard.type(name);
  await tabTo(page, create.getByRole('textbox', { name: 'USD limit' }));
  await keyboard.type('5');
  await enterOn(page, create.getByRole('button', { name: 'Create key' }));
  const saved = page.getByRole('dialog', { name: 'Save this key now' });
  await enterOn(page, saved.getByRole('button', { name: 'I have saved it' }));
  await enterOn(page, saved.getByRole('button', { name: 'Close anyway' }));
  await expect(saved).toHaveCount(0);

  const row = page.getByRole('row').filter({ hasText: name });
  await chooseAction(page, row, 1);
  const edit = page.getByRole('dialog', { name: 'Edit key' });
  await tabTo(page, edit.getByRole('textbox', { name: 'Name' }));
  await keyboard.press('End');
  await keyboard.type(' renamed');
  await keyboard.press('Enter');
  await expect(edit).toHaveCount(0);
  await expect(row).toContainText(`${name} renamed`);

  const lastSix = (
    await row
      .getByText(/^…\w{6}$/)
      .filter({ visible: true })
      .first()
      .innerText()
  ).slice(1);
  await chooseAction(page, row, 3);
  const revoke = page.getByRole('dialog', { name: 'Revoke key' });
  await tabTo(page, revoke.getByRole('textbox'));
  await keyboard.type(lastSix);
  await keyboard.press('Enter');
  await expect(revoke).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('limits, settings, and the admin page are used by keyboard', async ({ page }) => {
  const { keyboard } = page;
  await goTo(page, 'Limits');
  await expect(page.getByRole('meter', { name: /^Requests per minute, / }).first()).toBeVisible();
  await goTo(page, 'Settings');
  await tabTo(page, field(page, 'Name'));
  await keyboard.press('Control+a');
  await keyboard.type(`Ada ${Date.now() % 1_000}`);
  await keyboard.press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();

  await goTo(page, 'Admin');
  await enterOn(page, page.getByRole('table', { name: 'Accounts' }).getByRole('button').first());
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  await keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('a provider is connected, one of its models served, and both removed by keyboard', async ({ page }) => {
  const { keyboard } = page;
  const server = await startTestUpstream();
  server.models = [{ id: 'org/big', pricing: { prompt: '0.000001', completion: '0.000002' } }];
  const name = `lab-${Date.now() % 100_000}`;
  await goTo(page, 'Admin');
  await tabTo(page, page.getByRole('tab', { name: 'Accounts' }));
  await keyboard.press('ArrowRight');
  await keyboard.press('Enter');
  await enterOn(page, page.getByRole('button', { name: 'Connect a provider' }));
  const dialog = page.getByRole('dialog', { name: 'Connect a provider' });
  await tabTo(page, dialog.getByRole('radio', { name: 'OpenAI', exact: true }));
  // The last one of the presets.
  await keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'Any address' })).toBeChecked();
  await tabTo(page, dialog.getByRole('textbox', { name: 'Address' }));
  await keyboard.type(server.url);
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }));
  await keyboard.type(name);
  await enterOn(page, dialog.getByRole('button', { name: 'Test' }));
  await expect(dialog.getByText('It works')).toBeVisible();
  await enterOn(page, dialog.getByRole('button', { name: 'Connect', exact: true }));

  const drawer = page.getByRole('dialog', { name });
  await tabTo(page, drawer.getByRole('checkbox', { name: /org\/big/ }));
  await keyboard.press('Space');
  await enterOn(page, drawer.getByRole('button', { name: 'Add 1 model' }));
  const added = drawer.getByRole('button', { name: /org\/big/ });
  await enterOn(page, added);
  const model = page.getByRole('dialog', { name: 'org/big' });
  await enterOn(page, model.getByRole('button', { name: 'Stop serving' }));
  await expect(model.getByRole('button', { name: 'Keep serving' })).toBeFocused();
  await enterOn(page, model.getByRole('button', { name: 'Stop serving' }));
  await expect(model).toBeHidden();

  await enterOn(page, drawer.getByRole('button', { name: 'Remove provider' }));
  await enterOn(page, drawer.getByRole('button', { name: 'Remove', exact: true }));
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('list', { name: 'Providers' }).getByRole('button', { name })).toHaveCount(0);
  await server.stop();
});
