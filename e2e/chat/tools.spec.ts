import type { Page } from '@playwright/test';
import { expect, test } from '../support/clients';
import { send, signIn } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';
import { CITY, WARMER } from '../support/scripted-model';

const answers = (page: Page) => page.getByRole('article', { name: /^Answer from/ });

async function openWith(page: Page, model: string): Promise<void> {
  await signIn(page);
  await page.goto(`/chat?model=${model}`);
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName(`Model: ${model}`);
}

test('a tool is defined and called, its results continue the answer, and other results start another branch', async ({
  page,
  upstream,
}) => {
  await openWith(page, 'demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  const tools = page.getByRole('region', { name: 'Tools' });
  await tools.getByRole('button', { name: 'Add tool' }).click();
  // Empty, so that no tool is sent that nobody chose.
  await expect(tools.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  await expect(tools.getByText('Nothing can be sent until it has a name.')).toBeVisible();
  await tools.getByRole('textbox', { name: 'Name' }).fill('get weather');
  await expect(tools.getByText('It needs a name of 1 to 64 letters, digits, “_”, or “-”.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await send(page, 'Where is it warmer, in Paris or in Oslo?');
  await expect(page.getByText('Tool 1 in Settings needs a name of 1 to 64 letters')).toBeVisible();
  await page.getByRole('button', { name: 'Settings, needs attention' }).click();
  await tools.getByRole('textbox', { name: 'Name' }).fill('get_weather');
  await page.keyboard.press('Escape');
  await page.getByTestId('send').click();

  const results = page.getByRole('form', { name: 'Tool results' });
  await results.getByRole('textbox', { name: 'Result of get_weather (1)' }).fill('{"degrees":21}');
  await results.getByRole('textbox', { name: 'Result of get_weather (2)' }).fill('7 degrees');
  await expect(page.getByRole('group', { name: 'Arguments' }).first()).toHaveText(/"city": "Paris"/);
  await expectAccessible(page);
  await results.getByRole('button', { name: 'Send results' }).click();
  await expect(answers(page).last()).toContainText(WARMER);
  const seen = upstream.requests.at(-1)?.body.messages as { role: string; content: string; tool_calls?: object[] }[];
  expect(seen.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool']);
  expect(seen[1]?.tool_calls).toHaveLength(2);
  expect(seen.slice(2).map(({ content }) => content)).toEqual(['{"degrees":21}', '7 degrees']);

  // Stored, and a separate branch once it is changed.
  await page.reload();
  const sent = page.getByRole('article', { name: 'You' }).last();
  await expect(sent).toContainText('7 degrees');
  await sent.getByRole('button', { name: 'Edit message' }).click();
  await sent.getByRole('textbox', { name: 'Result of get_weather (2)' }).fill('30 degrees');
  await sent.getByRole('button', { name: 'Send results' }).click();
  await expect(sent).toContainText('30 degrees');
  await expect(sent.getByRole('group', { name: 'Versions' })).toContainText('2/2');
  await expect(answers(page).last()).toContainText(WARMER);
});

test('resetting the settings can be undone, and then keeps the system prompt, the schema, and the tools', async ({
  page,
}) => {
  await openWith(page, 'demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  const drawer = page.getByLabel('Chat settings');
  const prompt = drawer.getByRole('textbox', { name: 'System prompt' });
  await expect(drawer.getByText('All settings are at their defaults.')).toBeVisible();
  await prompt.fill('Answer in verse.');
  await drawer.getByRole('switch', { name: 'Structured output' }).click();
  await drawer.getByRole('button', { name: 'Add tool' }).click();
  await drawer.getByRole('button', { name: 'Use example' }).click();
  await drawer.getByRole('textbox', { name: 'Temperature' }).fill('9');

  await drawer.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect(prompt).toHaveValue('');
  await expect(drawer.getByRole('textbox', { name: 'Schema name' })).toHaveCount(0);
  await expect(drawer.getByText('All settings were reset.')).toBeVisible();
  const undo = drawer.getByRole('button', { name: 'Undo reset' });
  await expect(undo).toBeFocused();
  await undo.click();
  await expect(prompt).toHaveValue('Answer in verse.');
  await expect(drawer.getByRole('textbox', { name: 'Schema name' })).toHaveValue('answer');
  await expect(drawer.getByRole('region', { name: 'Tools' }).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'get_weather',
  );
  await expect(drawer.getByRole('textbox', { name: 'Temperature' })).toHaveValue('9');
  await expectAccessible(page);
});

test('a structured answer is indented JSON, and an invalid schema is reported before anything is sent', async ({
  page,
  upstream,
}) => {
  await openWith(page, 'demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Structured output' });
  await section.getByRole('switch', { name: 'Structured output' }).click();
  await section.getByRole('textbox', { name: 'Schema name' }).fill('city');
  await section.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":');
  await expect(section.getByText(/^It is not JSON: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await send(page, 'Name a city.');
  await expect(page.getByText(/^The schema in Settings is not JSON: /)).toBeVisible();
  await page.getByRole('button', { name: 'Settings, needs attention' }).click();
  await section.getByRole('textbox', { name: 'JSON Schema' }).fill('{"type":"object"}');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByTestId('send').click();
  await expect(answers(page).getByRole('group', { name: 'json code' })).toHaveText(JSON.stringify(CITY, null, 2));
  expect(upstream.requests.at(-1)?.body.response_format).toMatchObject({
    type: 'json_schema',
    json_schema: { name: 'city', strict: true, schema: { type: 'object' } },
  });
  await expectAccessible(page);
});

test('thoughts are folded with their duration, sources open a card, and thinking can be turned off', async ({
  page,
}) => {
  await openWith(page, 'wise');
  await send(page, 'Where do fares come from?');
  const answer = answers(page);
  await expect(answer).toContainText('You said: Where do fares come from?');
  await expect(answer.getByText('Let me think.')).toBeHidden();
  await answer.getByText(/^Thought for (a moment|\d+\.\d s)$/).click();
  await expect(answer.getByText('Let me think.')).toBeVisible();
  await answer.getByRole('button', { name: 'Source 1: A history of fares' }).click();
  const link = page.getByRole('link', { name: /^example\.org/ });
  await expect(link).toHaveAttribute('href', 'https://example.org/fares');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await answer.getByRole('button', { name: 'Source 2: A trap' }).click();
  await expect(page.getByRole('dialog').getByText('javascript:alert(1)')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Thoughts' }).click();
  await page.getByRole('option', { name: /^Off/ }).click();
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest('**/api/v1/chat/completions');
  await send(page, 'And now?');
  expect((await asked).postDataJSON()).toMatchObject({ svc_parameters: { disable_thinking: true } });
  await expect(answers(page)).toHaveCount(2);
  await expect(answers(page).last()).toContainText('You said: And now?');
  await expect(answers(page).last().getByTestId('thinking')).toHaveCount(0);
});
