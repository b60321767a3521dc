import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

test('a character is found and chosen for a new chat, and stays with it', async ({ page }) => {
  await signIn(page);
  await page.goto('/chat?model=demo');
  await page.getByRole('button', { name: 'Choose a character' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a character' });
  await expect(dialog.getByRole('button', { name: /^Lighthouse Keeper/ })).toBeVisible();
  await expectAccessible(page);
  const search = dialog.getByRole('searchbox', { name: 'Search characters' });
  await expect(search).toBeFocused();
  await search.fill('nobody of this name');
  await expect(dialog.getByText('No characters match')).toBeVisible();
  await search.fill('lighthouse');
  await expect(dialog.getByRole('list', { name: 'Characters' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: /^Lighthouse Keeper/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('chat-character')).toHaveText(/Answers as Lighthouse Keeper/);
  await expect(page.getByRole('button', { name: 'Choose a character' })).toHaveCount(0);

  // Who it is, questions for it, and the same request for a terminal.
  await expect(page.getByRole('heading', { name: 'Lighthouse Keeper' })).toBeVisible();
  await expect(page.getByText('What can I help with?')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'curl request' })).toContainText(
    '"svc_parameters": {"character_slug":"lighthouse-keeper"}',
  );
  await expectAccessible(page);

  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await page.getByRole('button', { name: /^Say hello/ }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    messages: [{ role: 'user', content: 'Hello! Who are you, and what can I ask you?' }],
    svc_parameters: { character_slug: 'lighthouse-keeper' },
  });
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  const answer = page.getByTestId('assistant-message');
  await expect(answer.getByTestId('answer-character')).toHaveText('LKLighthouse Keeper');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByTestId('chat-character')).toHaveText(/Answers as Lighthouse Keeper/);
  await expect(answer.getByTestId('answer-character')).toContainText('Lighthouse Keeper');
  // Another chat has none.
  await page.goto('/chat?model=demo');
  await send(page, 'Hello');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await expect(answer.getByTestId('answer-character')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove character' })).toHaveCount(0);
});

test('a favorite model is first in the picker, also after a reload', async ({ page }) => {
  await signIn(page);
  await page.goto('/chat?model=wise');
  const picker = page.getByRole('combobox', { name: 'Model: wise' });
  await picker.click();
  const options = page.getByRole('option');
  await expect(options.first()).not.toHaveAccessibleName(/^wise/);
  await expect(page.getByRole('option', { name: /^wise/ })).toContainText(/reasoning\s*vision\s*tools\s*JSON/);
  await page.getByRole('button', { name: 'Favorite wise' }).click();
  await expect(page.getByRole('button', { name: 'Favorite wise' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.reload();
  await picker.click();
  await expect(options.first()).toHaveAccessibleName(/^wise \(favorite\)/);
  // The star in a row does not select the row.
  await options.first().getByTestId('favorite').click();
  await expect(page.getByRole('option', { name: /^wise/ })).not.toHaveAccessibleName(/favorite/);
  await expect(picker).toHaveAttribute('aria-expanded', 'true');
});
