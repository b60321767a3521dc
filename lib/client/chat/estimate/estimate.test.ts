import { describe, expect, it } from 'vitest';
import type { TextWireModel } from '../../../models/contract';
import { costOfTokens, priceOf } from './cost';
import { tokensOfRequest, tokensOfText } from './tokens';

describe('estimated tokens', () => {
  it('grow with the text, and faster for scripts with more tokens per character', () => {
    expect(tokensOfText('')).toBe(0);
    expect(tokensOfText('The quick brown fox jumps over the lazy dog.')).toBe(14);
    expect(tokensOfText('速い茶色の狐')).toBeGreaterThan(tokensOfText('abcdef'));
  });

  it('count messages, files, images, tools, and a schema', () => {
    const text = 'a'.repeat(320);
    const messages = [{ role: 'user' as const, content: text }];
    const plain = tokensOfRequest({ model: 'm', messages });
    expect(plain).toBe(104);
    expect(tokensOfRequest({ model: 'm', messages: [{ role: 'system', content: text }, ...messages] })).toBe(208);
    const url = `data:text/plain;base64,${'a'.repeat(600)}`;
    const withParts = tokensOfRequest({
      model: 'm',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
            { type: 'file', file: { file_data: url, filename: 'a.txt' } },
          ],
        },
      ],
    });
    expect(withParts).toBe(104 + 1_000 + 104);
    const tools = [{ type: 'function' as const, function: { name: 'get_weather' } }];
    expect(tokensOfRequest({ model: 'm', messages, tools })).toBeGreaterThan(plain + 10);
  });

  it('count a call and its result', () => {
    const calls = [{ id: '1', type: 'function' as const, function: { name: 'f', arguments: '{"a":1}' } }];
    const body = {
      model: 'm',
      messages: [
        { role: 'assistant' as const, content: null, tool_calls: calls },
        { role: 'tool' as const, content: 'ok', tool_call_id: '1' },
      ],
    };
    expect(tokensOfRequest(body)).toBeGreaterThan(20);
  });
});

describe('estimated cost', () => {
  const model = { id: 'm', model_spec: { pricing: { input: { usd: 0.15 }, output: { usd: 0.6 } } } };

  it('is that of the model’s prices per million tokens', () => {
    const price = priceOf([model as TextWireModel], 'm');
    expect(price).toEqual({ input: 0.15, output: 0.6 });
    expect(costOfTokens({ input: 0.15, output: 0.6 }, { input: 1_000_000, output: 1_000 })).toBe('0.150600000');
    expect(costOfTokens({ input: 0.15, output: 0.6 }, { input: 1, output: 0 })).toBe('0.000000150');
  });

  it('is unknown for a model that is not served', () => {
    expect(priceOf([model as TextWireModel], 'other')).toBeUndefined();
    expect(priceOf([model as TextWireModel], null)).toBeUndefined();
  });
});
