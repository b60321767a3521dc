import { expect, it } from 'vitest';
import { message } from '@/lib/client/chat/answer/fake-answer';
import { NO_RECEIPT, type ChatMessage } from '@/lib/client/chat/types';
import { summaryOf } from './summary';

const usage = { promptTokens: 9, completionTokens: 5, cachedTokens: 0, reasoningTokens: 0, usd: '0.002', diem: '0' };

const answer = (given: Partial<ChatMessage>, usd = '0.002', durationMs = 900): ChatMessage =>
  message({
    state: 'complete',
    text: 'A.',
    ticket: { ...NO_RECEIPT, usage: { ...usage, usd }, firstTokenMs: 300, durationMs },
    ...given,
  });

it('marks the cheapest and the quickest, but nothing in which all are alike', () => {
  const summary = summaryOf([[answer({ id: 'a' })], [answer({ id: 'b' }, '0.001', 1_200)]]);
  expect(summary?.map((column) => [...(column?.best ?? [])])).toEqual([['durationMs'], ['costNano']]);
  expect(summary?.[0]?.figures).toEqual({
    costNano: 2_000_000n,
    durationMs: 900,
    firstTokenMs: 300,
    outputTokens: 5,
  });
});

it('waits for two ended answers, and leaves out those that run or failed', () => {
  const running = message({ id: 'r', state: 'streaming', text: 'B' });
  expect(summaryOf([[answer({ id: 'a' })], [running]])).toBeNull();
  const failed = message({ id: 'f', state: 'failed' });
  const summary = summaryOf([[answer({ id: 'a' })], [failed], [answer({ id: 'b' })]]);
  expect(summary?.map((column) => column?.answer.id ?? null)).toEqual(['a', null, 'b']);
});

it('counts the rounds that a column has won', () => {
  const question = message({ id: 'q', role: 'user', state: 'complete' });
  const won = answer({ id: 'a1', best: true });
  const summary = summaryOf([
    [question, won, question, answer({ id: 'a2', best: true })],
    [question, answer({ id: 'b1' }), question, answer({ id: 'b2' })],
  ]);
  expect(summary?.map((column) => column?.wins)).toEqual([2, 0]);
});

it('knows no cost of what was paid in DIEM, or is not settled yet', () => {
  const diem = answer({ id: 'd', ticket: { ...NO_RECEIPT, usage: { ...usage, usd: '0', diem: '1' } } });
  const open = answer({ id: 'o', ticket: NO_RECEIPT });
  expect(summaryOf([[diem], [open]])?.map((column) => column?.figures.costNano)).toEqual([null, null]);
});
