import { describe, expect, it } from 'vitest';
import { apiFailure } from '../../failure';
import type { AnswerUsage } from '../../stream-chat';
import { applyEvent, missingReceipts, type AnswerEvent } from './events';
import { NO_RECEIPT, type ChatMessage, type Receipt } from '../types';
import { canContinue, countedParts, hasNoOutput, resumeAnswer } from './parts';
import { message } from './fake-answer';

const accepted = (requestId: string): AnswerEvent => ({
  type: 'accepted',
  requestId,
  balanceUsd: null,
  balanceDiem: null,
});
const text = (content: string): AnswerEvent => ({ type: 'text', text: content, sinceMs: 5 });
const usageOf = (usd: string): AnswerUsage => ({
  promptTokens: 3,
  completionTokens: 2,
  cachedTokens: 0,
  reasoningTokens: 0,
  usd,
  diem: '0',
});
const receipt = (charged: string) => ({ charged }) as Receipt;
const play = (from: ChatMessage, ...events: AnswerEvent[]) => events.reduce(applyEvent, from);

const stopped = play(message({}), accepted('first'), text('Once upon'), { type: 'stopped' });

describe('canContinue', () => {
  it('is possible for an answer that ended early and has text', () => {
    expect(canContinue(stopped)).toBe(true);
    expect(canContinue({ ...stopped, state: 'interrupted' })).toBe(true);
    expect(canContinue({ ...stopped, state: 'failed' })).toBe(true);
    expect(canContinue({ ...stopped, state: 'complete', finishReason: 'length' })).toBe(true);
    expect(canContinue({ ...stopped, state: 'complete', finishReason: 'stop' })).toBe(false);
    expect(canContinue({ ...stopped, state: 'streaming' })).toBe(false);
    expect(canContinue({ ...stopped, text: '' })).toBe(false);
  });

  it('is not possible for calls and JSON', () => {
    expect(canContinue({ ...stopped, calls: [{ id: 'a', name: 'b', arguments: '{' }] })).toBe(false);
    expect(canContinue({ ...stopped, asJson: true })).toBe(false);
  });
});

describe('a resumed answer', () => {
  it('continues as one text and keeps the first request with its cost', () => {
    const going = resumeAnswer(stopped, 'tab');
    expect(going).toMatchObject({ state: 'waiting', text: 'Once upon', requestId: null, ticket: NO_RECEIPT });
    const done = play(
      going,
      accepted('second'),
      text('a time'),
      text(' there'),
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: usageOf('0.2'), sinceMs: 9 },
      { type: 'done' },
    );
    expect(done).toMatchObject({ state: 'complete', text: 'Once upon a time there', finishReason: 'stop' });
    expect(countedParts(done)).toMatchObject([
      { requestId: 'first', ticket: { usage: null } },
      { requestId: 'second', ticket: { usage: { usd: '0.2' } } },
    ]);
    expect(missingReceipts(done, 0)).toEqual(['first']);
    const known = play(done, { type: 'receipt', requestId: 'first', receipt: receipt('0.1') });
    expect(countedParts(known)[0]?.ticket.receipt).toMatchObject({ charged: '0.1' });
    expect(known.ticket.receipt).toBeNull();
    expect(missingReceipts(known, 0)).toEqual([]);
  });

  it('accepts the receipt of its first request while the second is running', () => {
    const going = play(resumeAnswer(stopped, 'tab'), accepted('second'), text('a'));
    expect(missingReceipts(going, 0)).toEqual([]);
    const known = play(going, { type: 'receipt', requestId: 'first', receipt: receipt('0.1') }, text(' b'));
    expect(known).toMatchObject({ state: 'streaming', text: 'Once upon a b', ticket: { receipt: null } });
    expect(known.earlier?.[0]?.ticket.receipt).toMatchObject({ charged: '0.1' });
  });

  it.each([
    ['Once upon', 'a', 'Once upon a'],
    ['Once ', 'upon', 'Once upon'],
    ['Once', ' upon', 'Once upon'],
    ['The end.', 'Then', 'The end. Then'],
    ['let a =', '1', 'let a =1'],
    ['Wait', ', no', 'Wait, no'],
    ['車站', '裡', '車站裡'],
    ['Москва', 'река', 'Москва река'],
  ])('joins %j and %j', (before, after, whole) => {
    const going = resumeAnswer({ ...stopped, text: before }, 'tab');
    expect(play(going, text(after)).text).toBe(whole);
  });

  it('keeps its text when the continuation fails, and drops a request that cost nothing', () => {
    const thrown = apiFailure({ status: 503, code: 'MODEL_AT_CAPACITY', requestId: 'second' });
    const failed = play(resumeAnswer(stopped, 'tab'), { type: 'failed', thrown, at: 7 });
    expect(failed).toMatchObject({ state: 'failed', text: 'Once upon', failure: { code: 'MODEL_AT_CAPACITY' } });
    expect(hasNoOutput(failed)).toBe(true);
    expect(countedParts(failed).map(({ requestId }) => requestId)).toEqual(['first']);
    expect(canContinue(failed)).toBe(true);
    const again = play(resumeAnswer(failed, 'tab'), accepted('third'), text('a'), { type: 'stopped' });
    expect(countedParts(again).map(({ requestId }) => requestId)).toEqual(['first', 'third']);
    expect(missingReceipts(again, 0)).toEqual(['first', 'third']);
  });

  it('skips a request without a charge in the ledger, unless its cost was reported', () => {
    const both = play(resumeAnswer(stopped, 'tab'), accepted('second'), text('a'), { type: 'interrupted' });
    const counted = (requestId: string, answer = both) =>
      countedParts(play(answer, { type: 'receipt', requestId, receipt: null })).map((part) => part.requestId);
    expect(counted('second')).toEqual(['first']);
    expect(counted('first')).toEqual(['second']);
    const known = { ...NO_RECEIPT, usage: usageOf('0.1') };
    const allKnown = { ...both, ticket: known, earlier: [{ requestId: 'first', ticket: known }] };
    expect(counted('second', allKnown)).toEqual(['first', 'second']);
    expect(counted('first', allKnown)).toEqual(['first', 'second']);
  });

  it('appends thoughts, and keeps the time of its first ones', () => {
    const thinking: AnswerEvent = { type: 'reasoning', text: 'hm', sinceMs: 3 };
    const first = play(message({}), accepted('first'), thinking, text('Once'), { type: 'stopped' });
    const going = play(resumeAnswer(first, 'tab'), accepted('second'), { ...thinking, sinceMs: 90 }, text(' upon'));
    expect(going).toMatchObject({ reasoning: 'hm\n\nhm', thought: { fromMs: 3, toMs: 5 } });
  });
});
