import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { unsupportedByModel, wrongStructure } from './structure-errors';

type Capabilities = TextWireModel['model_spec']['capabilities'];
const model = (name: string, capabilities: Partial<Capabilities>) =>
  ({ id: name.toLowerCase(), model_spec: { name, capabilities, offline: false } }) as TextWireModel;
const plain = model('Plain', {});
const able = model('Able', { supportsResponseSchema: true, supportsFunctionCalling: true });

const schema = { name: 'answer', text: '{}', strict: true };
const tool = { name: 'get', description: '', parameters: '' };

describe('wrongStructure', () => {
  it('names the first invalid field', () => {
    expect(wrongStructure(DEFAULT_SETTINGS)).toBeNull();
    expect(wrongStructure({ ...DEFAULT_SETTINGS, schema, tools: [tool] })).toBeNull();
    expect(wrongStructure({ ...DEFAULT_SETTINGS, schema: { ...schema, text: '[' } })).toMatch(
      /^The schema in Settings is not JSON: .+\.$/,
    );
    expect(wrongStructure({ ...DEFAULT_SETTINGS, tools: [tool, { ...tool, name: 'a b' }] })).toBe(
      'Tool 2 in Settings needs a name of 1 to 64 letters, digits, “_”, or “-”.',
    );
  });
});

describe('beyondModel', () => {
  it('names the models that can', () => {
    const models = [plain, able];
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, schema }, able, models)).toBeNull();
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, schema }, null, models)).toBeNull();
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, tools: [] }, plain, models)).toBeNull();
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, schema }, plain, models)).toBe(
      'Plain does not support structured output. This one does: Able.',
    );
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, tools: [tool] }, plain, [plain])).toBe(
      'Plain does not support tools. No available model does.',
    );
  });

  it('also checks the tools if the schema is supported', () => {
    const halfAble = model('Half', { supportsResponseSchema: true });
    expect(unsupportedByModel({ ...DEFAULT_SETTINGS, schema, tools: [tool] }, halfAble, [halfAble, able])).toBe(
      'Half does not support tools. This one does: Able.',
    );
  });
});
