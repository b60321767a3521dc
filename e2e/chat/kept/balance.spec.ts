import type { Page } from '@playwright/test';
import { expect, test } from '../../support/clients';
import { balanceOf, send } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { answersOf, openWith, wordsIn } from './on-the-page';

/** The balance in the header as the server has it, in dollars with four decimals, cut off. */
const cut = (usd: number) => `$${(Math.floor(usd * 10_000) / 10_000).toFixed(4)}`;
const chip = (page: Page) => page.getByRole('button', { name: /^Available / });

test('the header shows what a running answer reserves, and its cost once it has ended', async ({ page, farebox }) => {
  await openWith(page, 'slow', await makePerson(farebox));
  await expect(chip(page)).toHaveAccessibleName('Available $1.00');
  await send(page, 'Write.');
  await expect.poll(() => wordsIn(answersOf(page))).toBeGreaterThan(3);
  await expect(chip(page)).toHaveAccessibleName(/^Available \$0\.99\d\d, \$0\.00\d\d reserved$/);
  await page.keyboard.press('Escape');
  await expect(answersOf(page).getByRole('button', { name: /^Receipt: stopped .+ \$/ })).toBeVisible();
  await expect(chip(page)).toHaveAccessibleName(`Available ${cut(await balanceOf(page))}`, { timeout: 2_000 });
});

test('spending by a key appears in the header without a reload', async ({ page, farebox, access }) => {
  await openWith(page, 'demo');
  const shown = async () => (await chip(page).getAttribute('aria-label')) ?? '';
  await expect(chip(page)).toBeVisible();
  const before = await shown();
  // One answer costs 0.0000117 USD: together they change the fourth decimal, whatever was spent before.
  const answers = await Promise.all(Array.from({ length: 12 }, () => askByKey(farebox.url, access.apiKey)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect.poll(shown).not.toBe(before);
  await expect(chip(page)).toHaveAccessibleName(`Available ${cut(await balanceOf(page))}`);
});

const askByKey = (url: string, key: string) =>
  fetch(`${url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'demo', messages: [{ role: 'user', content: 'Hello' }] }),
  });
