import { describe, expect, it } from 'vitest';
import { apiFailure } from '../../failure';
import type { ChatMessage, Receipt } from '../types';
import { applyEvent, isAbandoned, missingReceipts, type AnswerEvent } from './events';
import { message } from './fake-answer';

const accepted: AnswerEvent = { type: 'accepted', requestId: 'aa-SVC', balanceUsd: '1', balanceDiem: null };
const text = (content: string, sinceMs = 1): AnswerEvent => ({ type: 'text', text: content, sinceMs });
const usage: AnswerEvent = {
  type: 'usage',
  usage: { promptTokens: 3, completionTokens: 2, cachedTokens: 0, reasoningTokens: 0, usd: '0.1', diem: '0' },
  sinceMs: 900,
};
const receipt = { requestId: 'aa-SVC', charged: '0.1' } as Receipt;
const play = (...events: AnswerEvent[]) => events.reduce(applyEvent, message({}));

describe('applyEvent', () => {
  it('goes from waiting through streaming to complete and records the first token', () => {
    expect(play(accepted)).toMatchObject({ state: 'waiting', requestId: 'aa-SVC' });
    expect(play(accepted, text('a', 310), text('b', 400))).toMatchObject({
      state: 'streaming',
      text: 'ab',
      ticket: { firstTokenMs: 310 },
    });
    expect(play(accepted, text('a'), { type: 'finish', reason: 'length' }, usage, { type: 'done' })).toMatchObject({
      state: 'complete',
      finishReason: 'length',
      ticket: { usage: { usd: '0.1' }, durationMs: 900 },
    });
  });

  it('counts reasoning as the first token and keeps it separate', () => {
    const thought = play(accepted, { type: 'reasoning', text: 'hm', sinceMs: 50 }, text('a', 90));
    expect(thought).toMatchObject({ reasoning: 'hm', text: 'a', ticket: { firstTokenMs: 50 } });
  });

  it('measures the thoughts until the first word or call', () => {
    const reasoning = (sinceMs: number): AnswerEvent => ({ type: 'reasoning', text: 'hm', sinceMs });
    const call: AnswerEvent = { type: 'call', index: 0, arguments: '', sinceMs: 700 };
    expect(play(reasoning(50), reasoning(90)).thought).toEqual({ fromMs: 50, toMs: 90 });
    expect(play(reasoning(50), text('a', 310), text('b', 400)).thought).toEqual({ fromMs: 50, toMs: 310 });
    expect(play(reasoning(50), call, { ...call, sinceMs: 900 }).thought).toEqual({ fromMs: 50, toMs: 700 });
    expect(play(text('a')).thought).toBeUndefined();
  });

  it('joins the fragments of calls, and leaves no gap for an out-of-order index', () => {
    const call = (index: number, given: object): AnswerEvent => ({
      type: 'call',
      index,
      arguments: '',
      sinceMs: 1,
      ...given,
    });
    const called = play(
      call(0, { id: 'a', name: 'one' }),
      call(0, { arguments: '{"x":' }),
      call(0, { arguments: '1}' }),
      call(7, { id: 'b', name: 'two', arguments: '{}' }),
    );
    expect(called).toMatchObject({ state: 'streaming', ticket: { firstTokenMs: 1 } });
    expect(called.calls).toEqual([
      { id: 'a', name: 'one', arguments: '{"x":1}' },
      { id: 'b', name: 'two', arguments: '{}' },
    ]);
  });

  it('keeps the sources as received, as references count them, and the data that the model needs back', () => {
    const cited = (...urls: string[]): AnswerEvent => ({
      type: 'citations',
      citations: urls.map((url) => ({ url, title: '' })),
    });
    const result = play(
      cited('https://a', 'https://b'),
      cited('https://b', 'https://c'),
      { type: 'reasoning_details', details: [1] },
      { type: 'reasoning_details', details: [2] },
    );
    expect(result.citations?.map(({ url }) => url)).toEqual(['https://a', 'https://b', 'https://b', 'https://c']);
    expect(result.reasoningDetails).toEqual([1, 2]);
  });

  it('keeps its text when stopped, and afterward accepts only the receipt', () => {
    const stopped = play(accepted, text('half'), { type: 'stopped' });
    expect(stopped).toMatchObject({ state: 'stopped', text: 'half' });
    for (const late of [text('more'), { type: 'done' }, { type: 'interrupted' }, usage] satisfies AnswerEvent[]) {
      expect(applyEvent(stopped, late)).toBe(stopped);
    }
    expect(applyEvent(stopped, { type: 'receipt', requestId: 'aa-SVC', receipt }).ticket).toMatchObject({
      receipt,
      free: false,
    });
  });

  it('is free if the ledger has no charge, even with text', () => {
    const none: AnswerEvent = { type: 'receipt', requestId: 'aa-SVC', receipt: null };
    expect(play(accepted, { type: 'stopped' }, none).ticket.free).toBe(true);
    expect(play(accepted, text('a'), { type: 'interrupted' }, none).ticket.free).toBe(true);
  });

  it('keeps a failure with its request ID', () => {
    const thrown = apiFailure({ status: 200, code: 'upstream_error', message: 'It broke.' });
    expect(play(accepted, text('half'), { type: 'failed', thrown, at: 7 })).toMatchObject({
      state: 'failed',
      text: 'half',
      failure: { code: 'upstream_error', message: 'It broke.', requestId: 'aa-SVC', at: 7 },
    });
    expect(play({ type: 'failed', thrown: new Error('bug'), at: 7 }).failure).toMatchObject({ code: 'UNKNOWN_ERROR' });
  });
});

describe('wantedReceipts', () => {
  const wanted = (message: ChatMessage, at = 0) => missingReceipts(message, at);
  const failed = (status: number) =>
    play(accepted, text('a'), { type: 'failed', thrown: apiFailure({ status, requestId: 'aa-SVC' }), at: 0 });

  it('are requested after a stop, an interruption, a lost connection and an answer without usage', () => {
    expect(wanted(play(accepted, { type: 'stopped' }))).toEqual(['aa-SVC']);
    expect(wanted(play(accepted, { type: 'interrupted' }))).toEqual(['aa-SVC']);
    expect(wanted(play(accepted, { type: 'done' }))).toEqual(['aa-SVC']);
    expect(wanted(failed(200))).toEqual(['aa-SVC']);
  });

  it('are requested after a cut at the maximum length, because credit may have been the reason', () => {
    const cut = play(accepted, text('a'), { type: 'finish', reason: 'length' }, usage, { type: 'done' });
    expect(wanted(cut)).toEqual(['aa-SVC']);
    expect(wanted(applyEvent(cut, { type: 'receipt', requestId: 'aa-SVC', receipt }))).toEqual([]);
  });

  it('are not requested while it is running, if the cost is known, or if nothing was accepted', () => {
    expect(wanted(play(accepted, text('a')))).toEqual([]);
    expect(wanted(play(accepted, usage, { type: 'done' }))).toEqual([]);
    expect(wanted(play(accepted, { type: 'stopped' }, { type: 'receipt', requestId: 'aa-SVC', receipt }))).toEqual([]);
    expect(wanted(play({ type: 'stopped' }))).toEqual([]);
    expect(wanted(failed(402))).toEqual([]);
  });

  it('are requested again for a day if there was no charge: an outage may have delayed it', () => {
    const free = play(accepted, { type: 'stopped' }, { type: 'receipt', requestId: 'aa-SVC', receipt: null });
    expect(wanted(free, 24 * 3_600_000)).toEqual(['aa-SVC']);
    expect(wanted(free, 25 * 3_600_000)).toEqual([]);
  });
});

describe('isAbandoned', () => {
  const streaming = message({ id: 'm', state: 'streaming', writerId: 'other', touchedAt: 10_000 });

  it('detects answers that no tab holds', () => {
    const mine = { tabId: 'mine', at: 900_000 };
    expect(isAbandoned(streaming, { ...mine, held: new Set(['m']) })).toBe(false);
    expect(isAbandoned(streaming, { ...mine, held: new Set() })).toBe(true);
    expect(isAbandoned({ ...streaming, state: 'complete' }, { tabId: 'other', held: new Set(), at: 0 })).toBe(false);
  });

  it('detects this tab’s answers from before a reload and tabs silent for two minutes without locks', () => {
    const mine = { tabId: 'mine', held: null };
    expect(isAbandoned(streaming, { ...mine, at: 129_000 })).toBe(false);
    expect(isAbandoned(streaming, { ...mine, at: 131_000 })).toBe(true);
    expect(isAbandoned(streaming, { tabId: 'other', held: null, at: 10_001 })).toBe(true);
  });
});
