import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { startTestUpstream, type TestUpstream } from '../../lib/connected/test-upstream';
import { expectAccessible } from '../support/expect-accessible';
import { expect, send, test as base } from '../support/fixtures';

const SECRET = 'sk-test-0d6f3b58a1c94e27';

/** The server of a newcomer's own: it wants a key, and lists two models. */
const test = base.extend<{ server: TestUpstream }>({
  environment: [{ OWNER_EMAIL: '', OWNER_PASSWORD: '' }, { scope: 'worker' }],
  server: async ({}, use) => {
    const server = await startTestUpstream();
    server.key = SECRET;
    server.answer = 'A ticket has holes so that it is used once.';
    server.models = [
      { id: 'org/dear', pricing: { prompt: '0.00001', completion: '0.00002' } },
      { id: 'org/cheap', pricing: { prompt: '0.000001', completion: '0.000002' } },
    ];
    await use(server);
    await server.stop();
  },
});

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Opens the first steps as people do: by the sidebar, or on a phone by the line in an empty chat. */
async function openSteps(page: Page, progress: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Chat' }).click();
    await page.getByRole('link', { name: `First steps: ${progress}` }).click();
  } else await page.getByRole('link', { name: `Get started, ${progress}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Get started' })).toBeVisible();
}

const stepOf = (page: Page, title: string) =>
  page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({ hasText: title });

/**
 * What somebody does who has read nothing: every action is one that the page offers at that moment. The curl command is
 * run as the page shows it.
 */
test('from an empty installation to an answer, a key, and a request by curl of a connected provider', async ({
  page,
  server,
}) => {
  test.setTimeout(120_000);
  await page.goto('/');
  await page.getByRole('link', { name: 'Create the owner account' }).click();
  await page.getByLabel('Email').fill('first@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create the owner account' }).click();
  await page.waitForURL('**/start');

  // Two ways, and what the local model is.
  const local = page.getByRole('region', { name: 'Use the local model' });
  await expect(local.getByText('SmolLM2 135M Instruct')).toBeVisible();
  await expect(local.getByText('98.4 MB')).toBeVisible();
  await expect(local.getByText('Ready', { exact: true })).toBeVisible();
  await expect(page.getByText('0 of 4 done')).toBeVisible();
  await expectAccessible(page);

  // Connecting: a mistake, then a reload in the middle, and Back.
  await page.getByRole('button', { name: 'Connect a provider' }).click();
  const form = page.getByRole('region', { name: 'Connect a provider' });
  const fill = async (key: string) => {
    await form.getByText('Any address').click();
    await form.getByRole('textbox', { name: 'Address' }).fill(server.url);
    await form.getByLabel('API key').fill(key);
    await form.getByRole('button', { name: 'Test and connect' }).click();
  };
  await fill('sk-wrong-0123456789');
  await expect(form.getByText('It does not work yet')).toBeVisible();
  await expect(form.getByText('It refuses the key (401)')).toBeVisible();
  await expect(form.getByText('Correct the fields above and test again')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(form.getByRole('button', { name: 'Test and connect' })).toBeVisible();
  await page.goBack();
  await expect(local).toBeVisible();
  await page.goForward();
  await fill(SECRET);

  // The model that answered the test call is chosen already.
  const models = page.getByRole('region', { name: 'my-server is connected' });
  await expect(models.getByRole('checkbox', { name: /org\/cheap/ })).toBeChecked();
  await expect(models.getByRole('checkbox', { name: /org\/dear/ })).not.toBeChecked();
  await expectAccessible(page);
  await models.getByRole('button', { name: 'Add 1 model' }).click();
  await expect(page.getByText('New chats use org/cheap.')).toBeVisible();
  await expect(page).toHaveURL('/start');

  // An answer of the connected provider.
  await page.getByRole('link', { name: 'Start chatting' }).click();
  await page.waitForURL('**/chat');
  await send(page, 'Why do tickets have holes?');
  await expect(page.getByRole('article', { name: /^Answer from org\/cheap/ })).toContainText(server.answer ?? '');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toContainText('$');

  // A key, and the command beside it.
  await openSteps(page, '1 of 4 done');
  await expect(stepOf(page, 'Ask a first question')).toContainText('done');
  await stepOf(page, 'Create an API key').getByRole('link', { name: 'Create key' }).click();
  const create = page.getByRole('dialog', { name: 'Create key' });
  await create.getByRole('textbox', { name: 'Name' }).fill('first');
  await create.getByRole('button', { name: 'Create key' }).click();
  const saved = page.getByRole('dialog', { name: 'Save this key now' });
  const command = await saved.getByRole('region', { name: 'curl sample' }).innerText();
  await saved.getByRole('button', { name: 'I have saved it' }).click();
  await saved.getByRole('button', { name: 'Close anyway' }).click();
  await expect(saved).toHaveCount(0);

  // The page with the steps notices the request of the terminal by itself.
  await openSteps(page, '2 of 4 done');
  await expectAccessible(page);
  const answer = await runInTerminal(command);
  expect(answer.choices[0]?.message.content).toContain(server.answer);
  expect(answer.usage.total_tokens).toBeGreaterThan(0);
  expect(server.requests.filter(({ path }) => path === '/v1/chat/completions').at(-1)?.model).toBe('org/cheap');
  await expect(page.getByText('3 of 4 done')).toBeVisible();

  // An invitation; then nothing reminds of the steps, here and in another tab.
  const second = await page.context().newPage();
  await second.goto('/keys');
  await stepOf(page, 'Invite someone').getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByRole('textbox', { name: /^Email/ }).fill('second@example.com');
  await invite.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog', { name: 'Account created' }).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('All done')).toBeVisible();
  for (const tab of [page, second]) await expect(tab.getByRole('link', { name: /^Get started/ })).toHaveCount(0);
  await page.goto('/chat');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('link', { name: /^(Get started|First steps)/ })).toHaveCount(0);
  await expectAccessible(page);
});

type Completion = { choices: { message: { content: string } }[]; usage: { total_tokens: number } };

/** Runs a command in a shell, as if it had been pasted. @returns the JSON that it prints */
async function runInTerminal(command: string): Promise<Completion> {
  const { stdout } = await promisify(execFile)('bash', ['-c', command]);
  return JSON.parse(stdout) as Completion;
}
