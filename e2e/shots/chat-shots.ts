import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { pdfFile } from '../../lib/media/test-files';
import { NO_RECEIPT } from '../../lib/client/chat/types';
import { chatList, chatRow, keepRows, messageRow, showChats } from '../support/chat-rows';
import { expect, send } from '../support/fixtures';

/* States of the chat for the contact sheet, with a model that supports everything as far as the page can see. */

const COMPLETIONS = '**/api/v1/chat/completions';
const USAGE = {
  choices: [],
  usage: { prompt_tokens: 1204, completion_tokens: 318, total_tokens: 1522 },
  cost: { usd: 0.000412, diem: 0 },
};
const deltaOf = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});

/** Opens the chat with a model that supports everything, and that answers with these chunks. */
async function visitChat(page: Page, ...pieces: object[]): Promise<void> {
  await page.route('**/api/v1/models', async (route) => {
    const answer = await route.fetch();
    const list = (await answer.json()) as { data: { model_spec: { capabilities: object } }[] };
    const able = { supportsVision: true, supportsFunctionCalling: true, supportsResponseSchema: true };
    for (const { model_spec: spec } of list.data) Object.assign(spec.capabilities, able, { supportsReasoning: true });
    await route.fulfill({ json: list });
  });
  await page.route(COMPLETIONS, (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream', 'cf-ray': '0123456789abcdef-SVC' },
      body: `${[...pieces, USAGE].map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`,
    }),
  );
  await page.goto('/chat');
  await page.waitForLoadState('networkidle');
}

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background } })
    .png()
    .toBuffer();

async function attachAll(page: Page): Promise<void> {
  await page.getByTestId('attach').setInputFiles([
    { name: 'platform at dusk.png', mimeType: 'image/png', buffer: await picture('#b5651d') },
    { name: 'map.png', mimeType: 'image/png', buffer: await picture('#3b6a8f') },
    { name: 'tariff-2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfFile()) },
  ]);
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(3);
}

/** Attachments before they are sent, one rejected. */
export async function attachments(page: Page): Promise<void> {
  await visitChat(page);
  await attachAll(page);
  const archive = { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from('PK\x03\x04') };
  await page.getByTestId('attach').setInputFiles([archive]);
  await expect(page.getByRole('alert').filter({ hasText: 'all.zip' })).toBeVisible();
}

/** Attachments of a message, with an answer that has thoughts and sources. */
export async function sentAttachments(page: Page): Promise<void> {
  const sources = ['A history of fares', 'Tariffs of 2026'].map((title, at) => ({
    type: 'url_citation',
    url_citation: { url: `https://example.org/${at}`, title },
  }));
  await visitChat(
    page,
    deltaOf({ reasoning_content: 'Two pictures and a tariff. The map shows three zones.' }),
    deltaOf({ content: 'The map shows **three zones**; the tariff sells them singly.', annotations: sources }),
    deltaOf({}, 'stop'),
  );
  await attachAll(page);
  await send(page, 'Which zones does this ticket cross?');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  // The Markdown renderer loads after the text.
  await expect(page.getByRole('strong')).toBeVisible();
}

const callOf = (index: number, city: string) =>
  deltaOf({
    tool_calls: [
      {
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name: 'get_weather', arguments: `{"city":"${city}"}` },
      },
    ],
  });

/** Two calls waiting for their results. */
export async function toolCalls(page: Page): Promise<void> {
  await visitChat(page, callOf(0, 'Paris'), callOf(1, 'Oslo'), deltaOf({}, 'tool_calls'));
  await send(page, 'Where is it warmer, in Paris or in Oslo?');
  await page.getByRole('textbox', { name: 'Result of get_weather (1)' }).fill('{"degrees":21}');
}

/** The settings drawer with a schema and an invalid tool. */
export async function structure(page: Page): Promise<void> {
  await visitChat(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Structured output' }).click();
  await page.getByRole('button', { name: 'Add tool' }).click();
  await page.getByRole('button', { name: 'Use example' }).click();
  await page.getByRole('region', { name: 'Tools' }).getByRole('textbox', { name: 'Name' }).fill('get weather');
  await page.getByRole('region', { name: 'Structured output' }).scrollIntoViewIfNeeded();
}

/** The list of characters. */
export async function characters(page: Page): Promise<void> {
  await visitChat(page);
  await page.getByRole('button', { name: 'Choose a character' }).click();
  await expect(page.getByRole('button', { name: /^Lighthouse Keeper/ })).toBeVisible();
}

/** The open model picker. */
export async function models(page: Page): Promise<void> {
  await visitChat(page);
  await page.getByTestId('model-picker').click();
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** Chats of several days in their folders, one pinned, one open. */
export async function list(page: Page): Promise<void> {
  await page.goto('/chat');
  const days = [0, 0, 1, 3, 5, 20, 40];
  const titles = [
    'Exact coins',
    'A fare table in Python',
    'Zones of the old town',
    'Lost tickets',
    'A letter',
    'Tram 9',
  ];
  const chats = days.map((day, at) =>
    chatRow({
      id: `chat-${at}`,
      title: titles[at] ?? 'Night buses',
      leafId: `message-${at}`,
      updatedAt: Date.now() - day * 86_400_000 - at,
      ...(at === 4 && { pinned: Date.now() }),
    }),
  );
  const messages = chats.map(({ id, title }, at) => messageRow({ id: `message-${at}`, chatId: id, text: title }));
  await keepRows(page, { chats, messages });
  await showChats(page);
  await expect(chatList(page).getByRole('heading', { name: 'Pinned' })).toBeVisible();
}

/** The next request of a chat as code. */
export async function code(page: Page): Promise<void> {
  await visitChat(page, deltaOf({ content: 'A ticket machine.' }), deltaOf({}, 'stop'));
  await send(page, 'What takes exact coins?');
  await expect(page.getByRole('button', { name: /^Receipt: / })).toBeVisible();
  await page.getByRole('button', { name: 'View code' }).click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'curl' })).toBeVisible();
}

/** Two models side by side. */
export async function compare(page: Page): Promise<void> {
  await visitChat(page, deltaOf({ content: 'A **fare box** takes exact coins.' }), deltaOf({}, 'stop'));
  await page.getByRole('link', { name: 'Compare models' }).click();
  await expect(page.getByTestId('compare-column')).toHaveCount(2);
  await send(page, 'What is a fare box?');
  await expect(page.getByRole('button', { name: /^Receipt: / }).first()).toBeVisible();
  await expect(page.getByRole('strong').first()).toBeVisible();
}

/** A stopped answer that can be continued. */
export async function stopped(page: Page): Promise<void> {
  await page.goto('/chat');
  const ticket = { ...NO_RECEIPT, usage: usageOf(), firstTokenMs: 140, durationMs: 2_300 };
  const half = 'A fare box stands beside the driver. It takes exact coins, counts them, and';
  await keepRows(page, {
    chats: [chatRow({ id: 'half', title: 'What is a fare box?', leafId: 'answer' })],
    messages: [
      messageRow({ id: 'question', chatId: 'half', text: 'What is a fare box?' }),
      messageRow({
        ...{ id: 'answer', chatId: 'half', parentId: 'question', role: 'assistant', modelId: 'smollm2-135m' },
        ...{ text: half, state: 'stopped', requestId: '0123456789abcdef-SVC', ticket },
      }),
    ],
  });
  await page.goto('/chat?id=half');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
}

const usageOf = () => ({
  promptTokens: 12,
  completionTokens: 19,
  cachedTokens: 0,
  reasoningTokens: 0,
  usd: '0.000412',
  diem: '0',
});
