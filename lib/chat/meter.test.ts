import { describe, expect, it } from 'vitest';
import type { TextModel } from '../models/model';
import { chatMeter } from './meter';
import type { Prompt } from './prompt';

const model = { price: { inputNanoUsd: 1_000_000n, outputNanoUsd: 2_000_000n } } as TextModel;
const prompt = (exact: boolean) => ({ messages: [], tokens: 30, exact, characters: 64 }) as Prompt;
const piece = (text: string, tokens?: number) => ({ type: 'text' as const, choice: 0, text, tokens });

describe('an answer that ended before its usage came', () => {
  it('is charged by the tokens that its pieces told', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    for (const part of [piece('In the', 2), piece(' year', 1), piece(' 2017', 5)]) meter.add(part);
    expect(meter.usage()).toEqual({ promptTokens: 30, completionTokens: 8 });
    expect(meter.bill()).toMatchObject({ costNano: 46n, estimated: false });
  });

  it('is estimated where a piece told none', () => {
    const meter = chatMeter(model, prompt(true), () => true);
    for (const part of [piece('In the', 2), piece(' year 2017')]) meter.add(part);
    expect(meter.usage().completionTokens).toBe(5);
    expect(meter.bill().estimated).toBe(true);
  });

  it('is estimated where the prompt is', () => {
    const meter = chatMeter(model, prompt(false), () => true);
    meter.add(piece('In the', 2));
    expect(meter.bill().estimated).toBe(true);
  });
});

it('believes the usage that came at the end', () => {
  const meter = chatMeter(model, prompt(true), () => true);
  meter.add(piece('In the', 2));
  meter.add({ type: 'usage', usage: { promptTokens: 31, completionTokens: 3 } });
  expect(meter.usage()).toEqual({ promptTokens: 31, completionTokens: 3 });
});
