import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_RECEIPT, type ChatMessage } from '@/lib/client/chat/types';
import { ReceiptLine } from './receipt-line';

const NOW_MS = Date.parse('2026-11-24T12:00:00Z');
const message = (given: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'm',
  chatId: 'c',
  parentId: null,
  role: 'assistant',
  text: '',
  reasoning: '',
  state: 'streaming',
  modelId: 'big',
  finishReason: null,
  requestId: null,
  ticket: NO_RECEIPT,
  failure: null,
  createdAt: NOW_MS,
  writerId: null,
  touchedAt: NOW_MS,
  ...given,
});

let root: Root;
let container: HTMLElement;

/** Renders the line. @returns its text */
async function render(shown: ChatMessage): Promise<string | null> {
  await act(async () => root.render(createElement(ReceiptLine, { message: shown, onFind: () => undefined })));
  return container.textContent;
}

/** Lets time pass. @returns the text of the line */
async function pass(milliseconds: number): Promise<string | null> {
  await act(async () => vi.advanceTimersByTime(milliseconds));
  return container.textContent;
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const { window, document } = parseHTML('<!doctype html><div></div>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.querySelector('div') as HTMLElement;
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the line under an answer without a first token', () => {
  it('counts the seconds since the request', async () => {
    expect(await render(message())).toBe('Waiting for the first token…');
    expect(await pass(999)).toBe('Waiting for the first token…');
    expect(await pass(2_001)).toBe('Waiting for the first token… 3 s');
  });

  it('says that the web is searched, or links are read', async () => {
    expect(await render(message({ web: 'search' }))).toBe('Searching…');
    expect(await pass(3_000)).toBe('Searching… 3 s');
    expect(await render(message({ web: 'links' }))).toBe('Reading links… 3 s');
  });

  it('shows the time of the first token once it has arrived', async () => {
    await render(message());
    await pass(3_000);
    const ticket = { ...NO_RECEIPT, firstTokenMs: 3_200 };
    expect(await render(message({ text: 'Good', ticket }))).toBe('first token 3.20 s');
  });

  it('counts no seconds in a continued answer, whose creation time is that of its first request', async () => {
    const earlier = [{ requestId: 'r', ticket: { ...NO_RECEIPT, free: true } }];
    expect(await render(message({ earlier }))).toBe('Waiting for the first token…');
    expect(await pass(5_000)).toBe('Waiting for the first token…');
  });
});
