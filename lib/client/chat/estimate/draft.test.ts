import { expect, it } from 'vitest';
import { message } from '../answer/fake-answer';
import { DEFAULT_SETTINGS } from '../types';
import { estimateDraft, tokensBefore, tokensOfDraft } from './draft';

const price = { input: 1, output: 2 };

it('counts what is sent with a draft, and the draft with its attachments', () => {
  const messages = [message({ role: 'user', text: 'a'.repeat(320) }), message({ text: 'a'.repeat(320) })];
  expect(tokensBefore({ messages, settings: DEFAULT_SETTINGS })).toBe(208);
  expect(tokensBefore({ messages, settings: { ...DEFAULT_SETTINGS, system: 'a'.repeat(320) } })).toBe(312);
  expect(tokensBefore({ messages: [], settings: DEFAULT_SETTINGS })).toBe(0);
  const image = { id: 'i', kind: 'image' as const, name: 'a.png', type: 'image/png', bytes: 1, url: 'data:,a' };
  expect(tokensOfDraft('a'.repeat(320), [])).toBe(104);
  expect(tokensOfDraft('a'.repeat(320), [image])).toBe(1_104);
});

it('adds up the cost for several models, and shows the most tokens', () => {
  expect(estimateDraft(100, [{ price }], [900])).toEqual({ tokens: 1_000, usd: '0.001000000' });
  expect(estimateDraft(100, [{ price }, { price }], [900, 1_900])).toEqual({ tokens: 2_000, usd: '0.003000000' });
});

it('knows no cost if a model has no price', () => {
  expect(estimateDraft(100, [{ price }, { price: undefined }], [0, 0])).toEqual({ tokens: 100, usd: null });
});
