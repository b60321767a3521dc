import { CONTINUE_PROMPT } from '@/lib/client/chat/answer/parts';
import { expect, test } from '../../support/clients';
import { balanceOf, send } from '../../support/fixtures';
import { makePerson } from '../../support/people';
import { admin } from '../../support/operator';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith, watchErrors, wordsIn } from './on-the-page';

test('a stopped answer continues in one message, and its receipt has the cost of both requests', async ({
  page,
  farebox,
  upstream,
}) => {
  const person = await makePerson(farebox);
  await admin(farebox, 'credit', '--email', person.email, '--usd', '1', '--reference', person.email);
  await openWith(page, 'slow', person);
  const errors = watchErrors(page);
  const before = await balanceOf(page);
  await send(page, 'Say many words.');
  const answer = answersOf(page);
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(5);
  await page.keyboard.press('Escape');
  const receipt = answer.getByRole('button', { name: /^Receipt: / });
  await expect(receipt).toContainText(/stopped · .+ in · .+ out · \$/);
  await expectAccessible(page);
  const stopped = await wordsIn(answer);

  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(stopped + 5);
  await expect(answersOf(page)).toHaveCount(1);
  const sent = upstream.requests.at(-1)?.body.messages as { role: string; content: string }[];
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(sent[1]?.content.match(/word/g)?.length).toBe(stopped);
  expect(sent[2]?.content).toBe(CONTINUE_PROMPT);
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(receipt).toContainText(/stopped · 2 requests · .+ in · .+ out · \$/);
  expect(await answer.innerText()).not.toContain('wordword');

  await receipt.click();
  for (const place of ['1 of 2', '2 of 2']) {
    const card = answer.getByRole('region', { name: `Receipt ${place}` });
    await expect(card.getByText('Reserved, then charged')).toBeVisible();
  }
  await expectAccessible(page);
  const cost = Number(/\$([\d.]+)/.exec(await receipt.innerText())?.[1]);
  expect(await balanceOf(page)).toBeCloseTo(before - cost, 9);
  // Polling a pending charge causes no errors.
  expect(errors).toEqual([]);

  await page.reload();
  await expect(answersOf(page).getByRole('button', { name: /^Receipt: stopped · 2 requests/ })).toBeVisible();
});

test('an answer cut at the maximum length can be continued to its end', async ({ page }) => {
  await openWith(page, 'brief');
  await send(page, 'Count to four.');
  const answer = answersOf(page);
  await expect(answer.getByRole('button', { name: /^Receipt: ended at the maximum length/ })).toBeVisible();
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect(answer).toContainText('One, two, three and four.');
  await expect(answer.getByRole('button', { name: /^Receipt: 2 requests · .+ · \$/ })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Continue' })).toHaveCount(0);

  // The next message follows the complete answer.
  const next = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'And on.');
  const { messages } = (await next).postDataJSON() as { messages: object[] };
  expect(messages).toEqual([
    { role: 'user', content: 'Count to four.' },
    { role: 'assistant', content: 'One, two, three and four.' },
    { role: 'user', content: 'And on.' },
  ]);
});

test('a failed continuation keeps the text, and can be retried', async ({ page, context }) => {
  await openWith(page, 'slow');
  await send(page, 'Say many words.');
  const answer = answersOf(page);
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(5);
  await page.keyboard.press('Escape');
  await expect(answer.getByRole('button', { name: /^Receipt: stopped .+\$/ })).toBeVisible();
  const stopped = await wordsIn(answer);
  await context.setOffline(true);
  await answer.getByRole('button', { name: 'Continue' }).click();
  await expect(answer.getByTestId('answer-failure')).toContainText('The server cannot be reached');
  expect(await wordsIn(answer)).toBe(stopped);
  // The first request keeps its cost.
  await expect(answer.getByRole('button', { name: /^Receipt: failed .+\$/ })).toBeVisible();
  await context.setOffline(false);
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => wordsIn(answer)).toBeGreaterThan(stopped + 5);
  await page.keyboard.press('Escape');
  await expect(answersOf(page)).toHaveCount(1);
  await expect(answer.getByRole('button', { name: /^Receipt: stopped · 2 requests .+\$/ })).toBeVisible();
});
