import type { Page } from '@playwright/test';
import { NO_RECEIPT } from '../../lib/client/chat/types';
import { chatList, chatRow, keepRows, messageRow, showChats } from '../support/chat-rows';
import { expect } from '../support/fixtures';

/* More states of the chat for the contact sheet: previews, diagrams, folders, prompts, shared chats, and comparisons. */

const PAGE = `<!doctype html>
<style>body{font:16px system-ui;margin:0;display:grid;place-items:center;min-height:100vh;background:#fdf6ec}
main{padding:32px;border:2px solid #b5651d;border-radius:12px;text-align:center}button{font:inherit;padding:8px 16px}</style>
<main><h1>Day ticket</h1><p>Valid in zones 1 to 3</p><button onclick="this.textContent='Stamped'">Stamp</button></main>`;

const DIAGRAM = `flowchart LR
  A[Passenger] --> B{Exact coins?}
  B -->|Yes| C[Fare box]
  B -->|No| D[Change machine]
  D --> C
  C --> E([Ticket])`;

const usageOf = (usd: string, completionTokens: number) => ({
  ...{ promptTokens: 24, completionTokens, cachedTokens: 0, reasoningTokens: 0, usd, diem: '0' },
});

/** An answer that is complete, with its receipt. */
const answerRow = (given: Parameters<typeof messageRow>[0]) =>
  messageRow({
    role: 'assistant',
    modelId: 'smollm2-135m',
    requestId: '0123456789abcdef-SVC',
    ticket: { ...NO_RECEIPT, usage: usageOf('0.000412', 118), firstTokenMs: 310, durationMs: 2_800 },
    ...given,
  });

/** A chat with one answer. */
async function visitAnswer(page: Page, question: string, text: string): Promise<void> {
  await page.goto('/chat');
  await keepRows(page, {
    chats: [chatRow({ id: 'shown', title: question, leafId: 'answer' })],
    messages: [
      messageRow({ id: 'question', chatId: 'shown', text: question }),
      answerRow({ id: 'answer', chatId: 'shown', parentId: 'question', text }),
    ],
  });
  await page.goto('/chat?id=shown');
  await expect(page.getByTestId('assistant-message')).toBeVisible();
}

/** A page that a model wrote, beside the messages, or on phones in the place of its code. */
export async function preview(page: Page): Promise<void> {
  await visitAnswer(
    page,
    'Design a day ticket',
    `Here is a page:\n\n\`\`\`html\n${PAGE}\n\`\`\`\n\nClick _Stamp_ to use it.`,
  );
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('heading')).toBeVisible();
}

/** A diagram. */
export async function diagram(page: Page): Promise<void> {
  await visitAnswer(page, 'How does a fare box work?', `In four steps:\n\n\`\`\`mermaid\n${DIAGRAM}\n\`\`\``);
  await expect(page.frameLocator('iframe[title="Preview"]').getByText('Passenger')).toBeVisible();
}

/** Chats in folders of one's own, one closed, one empty. */
export async function folders(page: Page): Promise<void> {
  await page.goto('/chat');
  const titles = [
    'Exact coins',
    'A fare table in Python',
    'Zones of the old town',
    'Lost tickets',
    'A letter',
    'Tram 9',
  ];
  const chats = titles.map((title, at) =>
    chatRow({
      ...{ id: `chat-${at}`, title, leafId: `message-${at}`, updatedAt: Date.now() - at * 40_000_000 },
      ...(at < 2 && { folder: 'Fares' }),
      ...(at === 4 && { folder: 'Private' }),
    }),
  );
  const messages = chats.map(({ id, title }, at) => messageRow({ id: `message-${at}`, chatId: id, text: title }));
  await keepRows(page, { chats, messages });
  await showChats(page);
  await chatList(page)
    .getByRole('button', { name: /^Private/ })
    .click();
}

/** The menu of saved prompts. */
export async function prompts(page: Page): Promise<void> {
  const saved = [
    { id: '1', name: 'Summary', text: 'Sum up {{text}} in three sentences.' },
    { id: '2', name: 'Reply', text: 'Write a polite reply to this email: {{email}}' },
    { id: '3', name: 'Review code', text: 'Review this code for mistakes and for what is hard to read.' },
  ];
  await page.route('**/api/console/chat-preferences', async (route) => {
    const answer = await route.fetch();
    const stored = (await answer.json()) as { preferences: object };
    await route.fulfill({ json: { ...stored, preferences: { ...stored.preferences, prompts: saved } } });
  });
  await page.goto('/chat');
  await page.waitForLoadState('networkidle');
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/');
  await expect(page.getByRole('option', { name: /summary/ })).toBeVisible();
}

async function share(page: Page): Promise<void> {
  await visitAnswer(page, 'How does a fare box work?', `In four steps:\n\n1. **Coins** fall in.\n2. They are counted.`);
  await page.getByRole('button', { name: 'Chat actions' }).click();
  await page.getByRole('menuitem', { name: /^Share/ }).click();
}

/** The dialog that shares a chat. */
export async function shareDialog(page: Page): Promise<void> {
  await share(page);
  await expect(page.getByRole('button', { name: /^(Create link|Copy link)$/ })).toBeVisible();
}

/** A shared chat, as others see it. */
export async function sharedChat(page: Page): Promise<void> {
  await share(page);
  await page.getByRole('button', { name: /^(Create link|Renew copy)$/ }).click();
  const link = page.getByRole('textbox', { name: 'Link' });
  await expect(link).toBeVisible();
  await page.goto(await link.inputValue());
  await expect(page.getByRole('heading', { name: 'How does a fare box work?' })).toBeVisible();
  await expect(page.getByRole('strong')).toBeVisible();
}

/** Three models, one with a long name, and the summary of their answers, one of which is the best. */
export async function compareThree(page: Page): Promise<void> {
  await page.goto('/chat');
  const models = ['smollm2-135m', 'anthropic/claude-sonnet-5-with-a-long-name', 'openai/gpt-6-mini'];
  const chats = models.map((modelId, at) =>
    chatRow({
      id: `c${at}`,
      title: 'What is a fare box?',
      leafId: `a${at}`,
      modelId,
      compared: 'c0',
      createdAt: at + 1,
    }),
  );
  const messages = models.flatMap((modelId, at) => [
    messageRow({ id: `q${at}`, chatId: `c${at}`, text: 'What is a fare box?' }),
    answerRow({
      ...{ id: `a${at}`, chatId: `c${at}`, parentId: `q${at}`, modelId },
      text: 'A **fare box** stands beside the driver. It takes exact coins, counts them, and keeps them.',
      ticket: {
        ...NO_RECEIPT,
        usage: usageOf(['0.00012', '0.00412', '0.00064'][at] ?? '0', 40 + at * 31),
        firstTokenMs: 210 + at * 140,
        durationMs: 2_800 - at * 600,
      },
      ...(at === 1 && { best: true }),
    }),
  ]);
  await keepRows(page, { chats, messages });
  await page.goto('/chat/compare?id=c0');
  await expect(page.getByRole('region', { name: 'Last round' })).toBeVisible();
}
