import { expect, test } from '../../support/clients';
import { send } from '../../support/fixtures';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith } from './on-the-page';

test('invalid settings block regenerating and resending, and an edit is kept', async ({ page }) => {
  await openWith(page, 'demo');
  await send(page, 'Say hello.');
  const answer = answersOf(page);
  await expect(answer).toContainText('You said: Say hello.');
  await page.getByRole('button', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Structured output' });
  await section.getByRole('switch', { name: 'Structured output' }).click();
  await section.getByRole('textbox', { name: 'Schema name' }).fill('city');
  await section.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":');
  await page.keyboard.press('Escape');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const message = /^The schema in Settings is not JSON: /;
  await answer.getByRole('button', { name: 'Regenerate' }).click();
  await expect(answer.getByText(message)).toBeVisible();
  await expectAccessible(page);

  const mine = page.getByRole('article', { name: 'You' });
  await mine.getByRole('button', { name: 'Edit message' }).click();
  await mine.getByRole('textbox', { name: 'Edit your message' }).fill('Say goodbye.');
  await page.keyboard.press('Enter');
  await expect(mine.getByText(message)).toBeVisible();
  await expect(mine.getByRole('textbox', { name: 'Edit your message' })).toHaveValue('Say goodbye.');
  await expectAccessible(page);
  expect(asked.filter((url) => url.includes('/chat/completions'))).toEqual([]);

  await page.getByRole('button', { name: 'Settings, needs attention' }).click();
  await section.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":"object"}');
  await page.keyboard.press('Escape');
  await expect(mine.getByText(message)).toHaveCount(0);
  await mine.getByRole('button', { name: 'Send' }).click();
  await expect(answer).toBeVisible();
  await expect(mine.getByRole('group', { name: 'Versions' })).toContainText('2/2');
});
