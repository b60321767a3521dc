import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../../support/clients';
import { send } from '../../support/fixtures';
import { checkTypes, runNode, runPython, runShell, writeSamples, type DocumentedSample } from '../../support/samples';
import { expectAccessible } from '../../support/expect-accessible';
import { answersOf, openWith } from './on-the-page';

/** Contains what each language could interpret as syntax. */
const HOSTILE = `It's "so": </script> $HOME \`id\` \\n \${1} {x} %s\nnext line\t🎫 日本語 '''"""`;
const LANGUAGES = { curl: 'bash', TypeScript: 'ts', Python: 'python' } as const;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'View code' });

/** What “Copy sample” copies in each tab. */
async function copied(page: Page): Promise<DocumentedSample[]> {
  const samples: DocumentedSample[] = [];
  for (const [tab, language] of Object.entries(LANGUAGES)) {
    await dialogOf(page).getByRole('tab', { name: tab }).click();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await dialogOf(page).getByRole('button', { name: 'Copy sample' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe('');
    samples.push({ page: tab, language, code: await page.evaluate(() => navigator.clipboard.readText()) });
  }
  return samples;
}

test('the code view sends the next request of the chat, in curl, TypeScript, and Python', async ({
  page,
  context,
  upstream,
  access,
}, testInfo) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWith(page, 'demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'System prompt' }).fill(HOSTILE);
  await page.getByRole('textbox', { name: 'Temperature' }).fill('0.5');
  await page.getByRole('textbox', { name: 'Max output tokens' }).fill('77');
  await page.getByRole('combobox', { name: 'Thoughts' }).click();
  await page.getByRole('option', { name: /^Off/ }).click();
  await page.keyboard.press('Escape');

  // A new chat shows an example.
  await page.getByRole('button', { name: 'View code' }).click();
  await expect(dialogOf(page)).toContainText('No messages yet: this one is an example.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();

  // Longer than a single shell argument may be.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  await page.getByTestId('attach').setInputFiles([{ name: 'noise.png', mimeType: 'image/png', buffer: png }]);
  await send(page, HOSTILE);
  await expect(answersOf(page)).toContainText('bytes of image]');
  await expect(answersOf(page).getByRole('button', { name: /^Receipt: .+ \$/ })).toBeVisible();

  await page.getByRole('button', { name: 'View code' }).click();
  await expect(dialogOf(page)).toContainText('“Your next message” is a placeholder for it.');
  await expect(dialogOf(page)).toContainText('Attachments are shortened here.');
  await expect(dialogOf(page).getByRole('region')).toContainText(/data:image\/\w+;base64,…/);
  await expectAccessible(page);
  const samples = await copied(page);
  await page.keyboard.press('Escape');
  await send(page, 'Your next message');
  await expect(answersOf(page)).toHaveCount(2);
  await expect(answersOf(page).last()).toContainText('You said: Your next message');
  const wanted = upstream.requests.at(-1)?.body;

  const folder = testInfo.outputPath('samples');
  const names = writeSamples(folder, samples);
  expect(await checkTypes(folder)).toBe('');
  for (const [at, run] of [runShell, runNode, runPython].entries()) {
    const [ran] = await run(folder, { API_KEY: access.apiKey });
    expect(ran).toMatchObject({ name: names[at], ended: 0 });
    expect(ran?.said).toContain('message');
    expect(upstream.requests.at(-1)?.body, ran?.name).toEqual(wanted);
  }
});

test('tools and their results are part of the code', async ({ page, context, upstream, access }, testInfo) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWith(page, 'demo');
  await page.getByRole('button', { name: 'Settings' }).click();
  const tools = page.getByRole('region', { name: 'Tools' });
  await tools.getByRole('button', { name: 'Add tool' }).click();
  await tools.getByRole('button', { name: 'Use example' }).click();
  await page.keyboard.press('Escape');
  await send(page, 'Where is it warmer, in Paris or in Oslo?');
  const results = page.getByRole('form', { name: 'Tool results' });
  await results.getByRole('textbox', { name: 'Result of get_weather (1)' }).fill('{"degrees":21}');
  await results.getByRole('textbox', { name: 'Result of get_weather (2)' }).fill("it's 7");
  await results.getByRole('button', { name: 'Send results' }).click();
  await expect(
    answersOf(page)
      .last()
      .getByRole('button', { name: /^Receipt: .+ \$/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'View code' }).click();
  const samples = await copied(page);
  const folder = testInfo.outputPath('samples');
  writeSamples(folder, samples);
  expect(await checkTypes(folder)).toBe('');
  for (const run of [runShell, runNode, runPython]) {
    const [ran] = await run(folder, { API_KEY: access.apiKey });
    expect(ran, ran?.said).toMatchObject({ ended: 0 });
    expect(ran?.said).toContain('warmer');
    const roles = (upstream.requests.at(-1)?.body.messages as { role: string }[]).map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant', 'user']);
  }
});
