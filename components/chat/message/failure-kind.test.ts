import { describe, expect, it } from 'vitest';
import { offlineFailure } from '@/lib/client/failure';
import { NO_RECEIPT, type AnswerReceipt, type ChatMessage } from '@/lib/client/chat/types';
import { costOfFailure, earlierAttempt, offlineMessage, titleOfFailure } from './failure-kind';

it.each([null, '0123456789abcdef-SVC'])('reports a lost connection once, with request ID %j', (requestId) => {
  const failure = offlineFailure(requestId);
  expect(failure.message).toBe(`${titleOfFailure(failure)}.`);
  for (const partial of [true, false]) expect(offlineMessage(partial)).not.toContain(titleOfFailure(failure));
});

it('says what became of an earlier attempt with the same key', () => {
  const conflict = { status: 409, code: 'CONFLICT', requestId: 'aa-SVC', retryAfterSeconds: null };
  expect(earlierAttempt(conflict)).toBe('charged');
  expect(titleOfFailure(conflict)).toBe('The first attempt was answered and charged');
  expect(titleOfFailure({ ...conflict, retryAfterSeconds: 2 })).toBe('The first attempt is still running');
  expect(earlierAttempt({ ...conflict, status: 400 })).toBeNull();
});

describe('costOfFailure', () => {
  const usage = { promptTokens: 3, completionTokens: 2, cachedTokens: 0, reasoningTokens: 0, usd: '0.0004', diem: '0' };
  const costOf = (status: number, ticket: Partial<AnswerReceipt>, more: Partial<ChatMessage> = {}) =>
    costOfFailure({
      ...{ id: 'm', chatId: 'c', parentId: null, role: 'assistant', text: 'a', reasoning: '', state: 'failed' },
      ...{ modelId: 'big', finishReason: null, requestId: 'aa-SVC', createdAt: 0, writerId: null, touchedAt: 0 },
      failure: { status, code: 'x', message: 'No.', requestId: 'aa-SVC', retryAfterSeconds: null, at: 0 },
      ticket: { ...NO_RECEIPT, ...ticket },
      ...more,
    });

  it('says what a partial answer cost', () => {
    expect(costOf(200, { usage })).toBe('$0.0004 was charged for what had arrived.');
    expect(costOf(200, { usage: { ...usage, usd: '0', diem: '0.0004' } })).toMatch(/^0\.0004 DIEM was charged/);
    expect(costOf(200, {})).toBe('The charge for this request is pending.');
    expect(costOf(200, { free: true })).toBe('Not charged.');
  });

  it('says that a refused request cost nothing, whatever was paid before', () => {
    expect(costOf(503, {})).toBe('Not charged.');
    const earlier = [{ requestId: 'bb-SVC', ticket: { ...NO_RECEIPT, usage } }];
    expect(costOf(503, {}, { earlier })).toBe('This attempt was not charged.');
  });

  it('claims nothing about an attempt whose forerunner was charged', () => {
    const failure = { status: 409, code: 'CONFLICT', message: 'No.', requestId: 'a', retryAfterSeconds: null, at: 0 };
    expect(costOf(409, {}, { failure })).toBeNull();
  });

  it('claims nothing if no response arrived', () => {
    expect(costOf(0, {}, { requestId: null })).toBeNull();
  });
});
