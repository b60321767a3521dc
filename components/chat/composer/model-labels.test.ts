import { describe, expect, it } from 'vitest';
import type { TextWireModel } from '@/lib/models/contract';
import { abilitiesOf, formatPrice, formatTokens, matchesModel, pickedName } from './model-labels';

const model = {
  id: 'qwen2.5-coder-1.5b',
  model_spec: {
    name: 'Qwen 2.5 Small',
    capabilities: { supportsReasoning: true, supportsVision: false, optimizedForCode: true },
    pricing: { input: { usd: 0.05, diem: 0.05 }, output: { usd: 0.000001, diem: 0 } },
  },
} as TextWireModel;

describe('a model at a glance', () => {
  it('rounds its context', () => {
    expect([512, 2_048, 8_192, 32_768, 131_072, 1_048_576].map(formatTokens)).toEqual([
      '512',
      '2K',
      '8.2K',
      '33K',
      '131K',
      '1M',
    ]);
  });

  it('names its prices and abilities', () => {
    expect(formatPrice(model)).toBe('$0.05 in, $0.000001 out');
    expect(abilitiesOf(model)).toEqual(['reasoning', 'code']);
    const able = { supportsVision: true, supportsFunctionCalling: true, supportsResponseSchema: true };
    const capabilities = { ...model.model_spec.capabilities, ...able };
    expect(abilitiesOf({ ...model, model_spec: { ...model.model_spec, capabilities } })).toEqual([
      'reasoning',
      'vision',
      'tools',
      'JSON',
      'code',
    ]);
  });

  it('is found by terms of its name and ID', () => {
    expect(matchesModel(model, 'small QWEN')).toBe(true);
    expect(matchesModel(model, '1.5b')).toBe(true);
    expect(matchesModel(model, 'small llama')).toBe(false);
    expect(matchesModel(model, '')).toBe(true);
  });

  it('is not called missing before the list is loaded', () => {
    const status = { pending: true, count: 0, unknownId: null };
    expect(pickedName(null, status)).toBe('Loading models');
    expect(pickedName(null, { ...status, unknownId: 'old' })).toBe('Loading models');
    expect(pickedName(null, { ...status, pending: false })).toBe('No model');
    expect(pickedName(null, { pending: false, count: 2, unknownId: 'old' })).toBe('old (unavailable)');
    expect(pickedName(model, { ...status, pending: false, count: 1 })).toBe('Qwen 2.5 Small');
  });
});
