import { parseHTML } from 'linkedom';
import { act, createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { message } from '@/lib/client/chat/answer/fake-answer';
import type { ChatMessage } from '@/lib/client/chat/types';
import { Announcer } from './announcer';

let root: Root;
let container: HTMLElement;

beforeEach(() => {
  const { window, document } = parseHTML('<!doctype html><div></div>');
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  container = document.querySelector('div') as HTMLElement;
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

async function announced(answer: ChatMessage | null): Promise<string | null | undefined> {
  await act(async () => root.render(createElement(Announcer, { answer })));
  return container.querySelector('[role=status]')?.textContent;
}

it('announces a search until the answer begins', async () => {
  expect(await announced(null)).toBe('');
  expect(await announced(message({}))).toBe('');
  expect(await announced(message({ web: 'search' }))).toBe('Searching…');
  expect(await announced(message({ web: 'search', state: 'streaming', text: 'Noon' }))).toBe('');
});
