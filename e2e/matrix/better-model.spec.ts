import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../support/operator';
import { expect, send, signIn, test } from '../support/fixtures';

/** Downloads 1.1 GB the first time. */
const DOWNLOAD_MS = 15 * 60_000;
const ANSWER_MS = 3 * 60_000;
const TABLE = 'Make a Markdown table of the four seasons: months, weather, one thing to do';

const WEATHER = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The current weather of a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
      required: ['city'],
    },
  },
};

type Choice = {
  finish_reason: string;
  message: { content: string | null; tool_calls?: { function: { name: string } }[] };
};

const folder = mkdtempSync(join(tmpdir(), 'farebox-models-'));

// As on a new machine: nothing set, nothing downloaded. The hub is not contacted.
test.use({ environment: { EMBEDDED_MODELS: '', MODELS_DIR: folder, HF_ENDPOINT: 'http://127.0.0.1:9' } });

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a better model arrives in the background, becomes the default without a restart, and answers correctly', async ({
  page,
  farebox,
}) => {
  test.setTimeout(DOWNLOAD_MS + 3 * ANSWER_MS);
  await signIn(page);
  await page.goto('/chat');
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName('Model: SmolLM2 135M Instruct');
  await expect(
    page.getByText(/^A better model, Qwen2.5 Coder 1.5B Instruct, is on its way: \d+% of 1.1 GB$/),
  ).toBeVisible();
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName('Model: Qwen2.5 Coder 1.5B Instruct', {
    timeout: DOWNLOAD_MS,
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0');
  await page.getByRole('button', { name: 'Close' }).click();
  await send(page, TABLE);
  const table = page.getByRole('article', { name: /^Answer from/ }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(5, { timeout: ANSWER_MS });
  for (const season of ['Spring', 'Summer', 'Winter']) await expect(table).toContainText(season);

  const key = await createKey(farebox);
  const answerTo = async (content: string, more: object = {}): Promise<Choice> => {
    const answer = await fetch(`${farebox.url}/api/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', temperature: 0, messages: [{ role: 'user', content }], ...more }),
    });
    const { choices } = (await answer.json()) as { choices: [Choice] };
    return choices[0];
  };
  const ask = async (content: string) => (await answerTo(content)).message.content ?? '';
  expect(await ask('What is 17 × 23?')).toContain('391');
  const rows = (await ask(TABLE)).split('\n').filter((line) => line.trim().startsWith('|'));
  expect(rows.length).toBeGreaterThanOrEqual(6);
  const called = await answerTo('What is the weather in Paris, in celsius?', { tools: [WEATHER] });
  expect(called.finish_reason).toBe('tool_calls');
  expect(called.message.tool_calls?.[0]?.function.name).toBe('get_weather');
});
