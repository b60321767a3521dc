import { describe, expect, it } from 'vitest';
import type { TextModel } from '../models/model';
import type { ChatPart } from '../core/chat';
import { chatMeter } from './meter';
import type { Prompt } from './prompt/build-prompt';

const price = { inputNanoUsd: 1_000_000n, outputNanoUsd: 2_000_000n };
const model = { price, contextTokens: 4_096, maxCompletionTokens: 1_024 } as TextModel;
const prompt = (exact: boolean) => ({ messages: [], tokens: 30, exact, weight: 64, mediaTokens: 0 }) as Prompt;
const piece = (text: string, tokens?: number) => ({ type: 'text' as const, choice: 0, text, tokens });

describe('an impossible count', () => {
  it.each([
    [4_097, 3],
    [1e21, 3],
    [31, 32_769],
  ])('of %d and %d tokens is ignored', (promptTokens, completionTokens) => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add(piece('Hello there'));
    meter.add({ type: 'usage', usage: { promptTokens, completionTokens } });
    expect(meter.usage()).toEqual({ promptTokens: 20, completionTokens: 4 });
    expect(meter.bill().estimated).toBe(true);
  });

  it('does not include a prompt that was merely estimated too low', () => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add({ type: 'usage', usage: { promptTokens: 240, completionTokens: 3 } });
    expect(meter.usage().promptTokens).toBe(240);
  });
});

describe('an answer that ended before its usage report', () => {
  it('is charged by the tokens that its pieces reported', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    for (const part of [piece('In the', 2), piece(' year', 1), piece(' 2017', 5)]) meter.add(part);
    expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 8 });
    expect(meter.bill()).toMatchObject({ costNano: 46n, estimated: false });
  });

  it('is estimated if a piece reported no tokens', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    for (const part of [piece('In the', 2), piece(' year 2017')]) meter.add(part);
    expect(meter.usage().completionTokens).toBe(5);
    expect(meter.bill().estimated).toBe(true);
  });

  it('is marked as estimated if the prompt is', () => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add(piece('In the', 2));
    expect(meter.bill().estimated).toBe(true);
  });
});

it('counts tool calls and upstream fields as output', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  expect(meter.produced()).toBe(false);
  meter.add({ type: 'tool_call', choice: 0, index: 0, id: 'call_1', name: 'find', arguments: '{"a":1}' });
  expect(meter.produced()).toBe(true);
  expect(meter.firstAtMs()).not.toBeNull();
  // ⌈11 / 3.2⌉ for name and arguments.
  expect(meter.usage().completionTokens).toBe(4);
  meter.add({ type: 'extra', choice: 0, fields: { refusal: 'No' } });
  // ⌈13 / 3.2⌉: text in the fields counts too.
  expect(meter.usage().completionTokens).toBe(5);
  meter.add({ type: 'extra', choice: 0, fields: { thought_signature: 'x'.repeat(1_000) } });
  meter.add({
    type: 'reasoning',
    choice: 0,
    text: '',
    details: [{ type: 'reasoning.encrypted', data: 'x'.repeat(1_000) }],
  });
  expect(meter.usage().completionTokens).toBe(5);
});

it('counts the tokens that the pieces of a call reported', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.add({ type: 'tool_call', choice: 0, index: 0, id: 'call_1', name: 'find', tokens: 6 });
  meter.add({ type: 'tool_call', choice: 0, index: 0, arguments: '{}', tokens: 2 });
  expect(meter.usage().completionTokens).toBe(8);
  expect(meter.bill().estimated).toBe(false);
});

it('uses the usage report at the end', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.add(piece('In the', 2));
  meter.add({ type: 'usage', usage: { promptTokens: 31, completionTokens: 3 } });
  expect(meter.usage()).toEqual({ promptTokens: 31, completionTokens: 3 });
});

describe('log probabilities of tokens whose text is held back', () => {
  const logprob = (token: string) => ({ token, logprob: -1, bytes: null, top: [] });
  const held = (...tokens: string[]) => ({ ...piece(''), logprobs: tokens.map(logprob) });

  it('are output, which is charged if the caller leaves after them', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    expect(meter.produced()).toBe(false);
    meter.add(held('In the', ' year'));
    expect(meter.produced()).toBe(true);
    expect(meter.firstAtMs()).not.toBeNull();
    // ⌈11 / 3.2⌉
    expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 4 });
    expect(meter.bill().estimated).toBe(true);
  });

  it('are not counted again with their text', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    meter.add(held('In the'));
    meter.add(held(' year'));
    meter.add({ ...piece('In the year 2017'), logprobs: [logprob(' 2017')] });
    expect(meter.usage().completionTokens).toBe(5);
    meter.add(piece(' AD'));
    expect(meter.usage().completionTokens).toBe(6);
  });
});

it('charges the prompt of an answer that is abandoned during encrypted thinking', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.add({ type: 'reasoning', choice: 0, text: '', details: [] });
  expect(meter.produced()).toBe(false);
  meter.add({ type: 'reasoning', choice: 0, text: '', details: [{ type: 'reasoning.encrypted', data: 'abc' }] });
  expect(meter.produced()).toBe(true);
  expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 0 });
  expect(meter.bill().costNano).toBe(30n);
});

it.each(['data', 'signature', 'thought_signature'])('charges the prompt of an answer that has only a %s', (name) => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.add({ type: 'extra', choice: 0, fields: { id: 'x', type: 'y', format: 'z', index: 1 } });
  expect(meter.produced()).toBe(false);
  meter.add({ type: 'extra', choice: 0, fields: { [name]: 'abc' } });
  expect(meter.produced()).toBe(true);
  expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 0 });
});

describe('more tokens than requested', () => {
  const capped = (...parts: ChatPart[]) => {
    const meter = chatMeter(model, prompt(true), () => true);
    meter.limitTo(50);
    for (const part of parts) meter.add(part);
    return meter;
  };

  it('are not charged if the upstream reports them, reasoning included', () => {
    const usage = { promptTokens: 30, completionTokens: 20_000, reasoningTokens: 19_000 };
    const meter = capped(piece('Hello'), { type: 'usage', usage });
    expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 50, reasoningTokens: 50 });
    expect(meter.bill()).toMatchObject({ costNano: 130n, estimated: false });
    expect(meter.unchargedTokens()).toBe(19_950);
  });

  it('are not charged if the pieces report them or the text is that long', () => {
    expect(capped(piece('Hello', 60)).usage().completionTokens).toBe(50);
    expect(capped(piece('x'.repeat(3_200))).usage().completionTokens).toBe(50);
  });

  it('are not counted if the report is within the bound', () => {
    const meter = capped({ type: 'usage', usage: { promptTokens: 30, completionTokens: 50 } });
    expect([meter.usage().completionTokens, meter.unchargedTokens()]).toEqual([50, 0]);
  });
});

describe('a usage report before the end', () => {
  const usage = (completionTokens: number, promptTokens = 31) => ({
    type: 'usage' as const,
    usage: { promptTokens, completionTokens },
  });
  const measured = (...parts: ChatPart[]) => {
    const meter = chatMeter(model, prompt(false), () => true);
    for (const part of parts) meter.add(part);
    return { ...meter.usage(), estimated: meter.bill().estimated };
  };

  it('covers the output before it: later text is counted and added', () => {
    // ⌈16 / 3.2⌉ − ⌈8 / 3.2⌉ = 2 more than reported.
    const running = measured(piece('12345678'), usage(2), piece('12345678'));
    expect(running).toEqual({ promptTokens: 31, completionTokens: 4, estimated: true });
    // This report already includes four tokens of later text (7 − ⌈8 / 3.2⌉).
    const ahead = measured(piece('12345678'), usage(7), piece('12345678'));
    expect(ahead).toEqual({ promptTokens: 31, completionTokens: 7, estimated: false });
  });

  it('that precedes all text never counts for the whole answer', () => {
    expect(measured(usage(1), piece('1234567812345678'))).toMatchObject({ completionTokens: 5, estimated: true });
    expect(measured(usage(0), piece('1234567812345678'))).toMatchObject({ completionTokens: 5, estimated: true });
  });

  it('that already includes the whole answer is not counted twice', () => {
    expect(measured(usage(6), piece('1234567812345678'))).toMatchObject({ completionTokens: 6, estimated: false });
  });

  it('is replaced by a later one', () => {
    const last = measured(usage(1), piece('12345678'), usage(2), piece('12345678'), usage(4));
    expect(last).toEqual({ promptTokens: 31, completionTokens: 4, estimated: false });
  });

  it('does not count as output before the end', () => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add(usage(1));
    expect(meter.produced()).toBe(false);
    meter.add({ type: 'finish', choice: 0, reason: 'tool_calls' });
    expect(meter.produced()).toBe(true);
  });
});

describe('zero in a usage report', () => {
  it('is ignored for existing text, while the other count is used', () => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add(piece('12345678'));
    meter.add({ type: 'usage', usage: { promptTokens: 31, completionTokens: 0 } });
    expect(meter.usage()).toEqual({ promptTokens: 31, completionTokens: 3 });
    meter.add({ type: 'usage', usage: { promptTokens: 0, completionTokens: 2 } });
    // ⌈64 / 3.2⌉ of the prompt.
    expect(meter.usage()).toEqual({ promptTokens: 20, completionTokens: 2 });
    expect(meter.bill().estimated).toBe(true);
  });
});

it('estimates at most the requested tokens', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.limitTo(10);
  meter.add({ type: 'text', choice: 0, text: 'x'.repeat(320) });
  expect(meter.usage()).toMatchObject({ completionTokens: 10 });
  meter.add({ type: 'usage', usage: { promptTokens: 5, completionTokens: 8 } });
  meter.add({ type: 'text', choice: 0, text: 'x'.repeat(3_200) });
  expect(meter.usage()).toMatchObject({ completionTokens: 10 });
});

describe('an answer without reported usage, in a dense script', () => {
  const estimated = (...texts: string[]) => {
    const meter = chatMeter(model, prompt(true), () => true);
    meter.limitTo(100);
    for (const text of texts) meter.add(piece(text));
    return meter.usage().completionTokens;
  };

  it('is estimated at about one token per Chinese character, however it is split', () => {
    const text = '今天早上我们沿着海边散步谈论明年的计划';
    // 19 × 2.75 / 3.2. If each counted like an English letter, it would be a third of that.
    expect(estimated(text)).toBe(17);
    expect(estimated(...text)).toBe(17);
  });

  it('is charged at most the requested tokens', () => {
    expect(estimated('海'.repeat(10_000))).toBe(100);
  });
});

it('never estimates a prompt in a dense script above its hold', () => {
  const usageOf = (weight: number, tokens: number) =>
    chatMeter(model, { messages: [], exact: false, weight, mediaTokens: 0, tokens }, () => true).usage().promptTokens;
  expect(usageOf(2_750, 1_300)).toBe(860);
  expect(usageOf(2_750, 500)).toBe(500);
});
