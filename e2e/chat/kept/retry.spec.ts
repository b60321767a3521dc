import type { Page } from '@playwright/test';
import { expect, test } from '../../support/clients';
import { send } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith } from './on-the-page';

const failureOf = (page: Page) => answersOf(page).getByTestId('answer-failure');

test('a busy model shows a countdown, and the request is retried automatically', async ({ page }) => {
  await openWith(page, 'moody');
  // Unique, so that it is the first request with this text in every theme and viewport.
  const text = `Are you well today, at ${Date.now()}?`;
  await send(page, text);
  const failure = failureOf(page);
  await expect(failure).toContainText('The model is busy');
  await expect(failure).toContainText('Not charged.');
  await failure.getByRole('checkbox', { name: 'Retry automatically' }).check();
  await expect(failure.getByText(/^Retry in \d+ s$/)).toBeVisible();
  await expect(answersOf(page)).toContainText(`You said: ${text}`, { timeout: 20_000 });
  await expect(failure).toHaveCount(0);
  await expect(answersOf(page).getByRole('button', { name: /^Receipt: .+ \$/ })).toBeVisible();
});

test('a used-up limit shows a countdown in seconds', async ({ page }) => {
  await openWith(page, 'rare');
  const failure = failureOf(page);
  // One request a minute is served: the second is refused, or the third if a minute ends between the first two.
  for (const text of ['First.', 'Second.', 'Third.']) {
    if ((await failure.count()) > 0) break;
    await send(page, text);
    await expect(answersOf(page).last()).toContainText(new RegExp(`You said: ${text}|Too many requests`));
  }
  await expect(failure).toContainText('Too many requests');
  const left = failure.getByText(/^Retry in \d+ s$/);
  // Near the end of a minute the limit resets too soon to show a countdown.
  const secondsLeft = async () => Number(/\d+/.exec((await left.allTextContents()).join())?.[0] ?? 0);
  const first = await secondsLeft();
  expect(first).toBeLessThanOrEqual(60);
  await expect.poll(secondsLeft).toBeLessThan(first);
  await expectAccessible(page);
});

test('a failing model is not charged, and another model can retry in place', async ({ page }) => {
  await openWith(page, 'broken');
  await send(page, 'Say hello.');
  await expect(failureOf(page)).toContainText('Not charged.');
  await expect(failureOf(page).getByText(/^[0-9a-f]{16}-SVC$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId('model-picker').click();
  await page.getByRole('combobox', { name: 'Search models' }).fill('demo');
  await page.getByRole('option', { name: /^demo/ }).click();
  await page.getByRole('button', { name: 'Retry with demo' }).click();
  await expect(answersOf(page)).toContainText('You said: Say hello.');
  await expect(answersOf(page)).toHaveCount(1);
});

test('a lost connection is reported, and the message can be sent again', async ({ page, context }) => {
  await openWith(page, 'demo');
  // The code that shows answers loads with the first typed character.
  await page.getByRole('textbox', { name: 'Message' }).fill('Say');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await send(page, 'Say hello.');
  await expect(failureOf(page)).toContainText('The server cannot be reached');
  await context.setOffline(false);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answersOf(page)).toContainText('You said: Say hello.');
  await expect(answersOf(page)).toHaveCount(1);
});

test('an answer that breaks off says what it cost, alike in the chat, on the usage page, and to the owner', async ({
  page,
}) => {
  await openWith(page, 'torn');
  await send(page, 'Say many words, and then some more.');
  const failure = failureOf(page);
  await expect(failure).toContainText('The answer was interrupted');
  await expect(failure).toContainText('The model failed to answer. The partial answer was saved.');
  const receipt = answersOf(page).getByRole('button', { name: /^Receipt: interrupted .+ \$/ });
  const line = await receipt.innerText();
  const [cost = ''] = /\$[\d.]+/.exec(line) ?? [];
  await expect(failure).toContainText(`${cost} was charged for what had arrived.`);
  await expectAccessible(page);

  // The figures stay when the receipt is opened, and it shows the same charge.
  await receipt.click();
  const opened = answersOf(page).getByRole('region', { name: 'Receipt' });
  await expect(opened).toContainText(`→ ${cost}`);
  expect(await receipt.innerText()).toBe(line);
  const requestId = await failure.getByText(/^[0-9a-f]{16}-SVC$/).innerText();

  await page.goto('/usage?status=failed');
  const row = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row').filter({ hasText: 'torn' });
  await expect(row.first()).toContainText('interrupted');
  await expect(row.first()).toContainText('INFERENCE_FAILED: The model failed to answer.');
  await expect(row.first()).toContainText(cost);
  await page.goto('/admin?view=errors');
  const error = page.getByRole('row').filter({ hasText: requestId });
  await expect(error).toContainText('500 INFERENCE_FAILED');
  await expect(error).toContainText('Shown to the user: The model failed to answer.');
});

test('a request whose answer was lost on the way is not paid twice without being asked for', async ({ page }) => {
  await openWith(page, 'demo');
  const keys: (string | undefined)[] = [];
  await page.route('**/api/v1/chat/completions', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The server carries it out, and the connection is lost before its answer arrives.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await send(page, 'Say hello.');
  await expect(failureOf(page)).toContainText('The server cannot be reached');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(failureOf(page)).toContainText('The first attempt was answered and charged');
  await expect(failureOf(page)).toContainText('This attempt was not charged.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(answersOf(page)).toContainText('You said: Say hello.');
  expect(keys[0]).toMatch(/^[\w-]{20,}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
