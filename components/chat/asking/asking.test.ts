import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, NO_TICKET, type Attachment, type ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { createAsking, type AskedWith } from './asking';

type Capabilities = TextWireModel['model_spec']['capabilities'];
const model = (id: string, capabilities: Partial<Capabilities> = {}, maxCompletionTokens = 100) =>
  ({ id, model_spec: { name: id, capabilities, maxCompletionTokens, offline: false } }) as TextWireModel;
const plain = model('plain');
const able = model('able', { supportsResponseSchema: true, supportsFunctionCalling: true, supportsVision: true }, 900);

const given: AskedWith = { settings: DEFAULT_SETTINGS, wrongTexts: {}, models: [plain, able], pending: false };
const schema = { name: 'answer', text: '{}', strict: true };
const image: Attachment = { id: 'i', kind: 'image', name: 'a.png', type: 'image/png', bytes: 1, url: 'data:,' };
const shown: ChatMessage = {
  id: 'm',
  chatId: 'c',
  parentId: null,
  role: 'user',
  text: 'See',
  reasoning: '',
  state: 'complete',
  modelId: null,
  finishReason: null,
  requestId: null,
  ticket: NO_TICKET,
  failure: null,
  createdAt: 0,
  writerId: null,
  touchedAt: 0,
  attachments: [image],
};

describe('createAsking', () => {
  it('says of an answer whose model is gone that another model must answer again', () => {
    const { whyNot } = createAsking(given, 'plain');
    expect(whyNot([shown], [], 'gone')).toMatch(/^gone is no longer available, so its answer cannot be continued\./);
    expect(createAsking(given, 'gone').blocked).toBe('gone is no longer available. Choose another model.');
  });

  it('lets through what holds', () => {
    const asking = createAsking({ ...given, settings: { ...DEFAULT_SETTINGS, schema } }, 'able');
    expect(asking).toMatchObject({ model: able, blocked: null, attention: false });
    expect(asking.whyNot([shown], [image])).toBeNull();
  });

  it('says why no model can be asked', () => {
    expect(createAsking({ ...given, models: undefined }, null).blocked).toContain('could not be loaded');
    expect(createAsking({ ...given, models: undefined, pending: true }, null).blocked).toContain('still loading');
    expect(createAsking({ ...given, models: [] }, 'plain').blocked).toBe('No model is available yet.');
    expect(createAsking(given, 'old').whyNot([])).toBe('old is no longer available. Choose another model.');
    expect(createAsking(given, null).whyNot([])).toBe('No model is selected. Choose one.');
  });

  it('holds back what would be left out of the request', () => {
    const settings = { ...DEFAULT_SETTINGS, schema: { ...schema, text: '{' } };
    expect(createAsking({ ...given, settings }, 'able').whyNot([])).toMatch(/^The schema in Settings is not JSON/);
    const tools = [{ name: 'a b', description: '', parameters: '' }];
    expect(createAsking({ ...given, settings: { ...DEFAULT_SETTINGS, tools } }, 'able')).toMatchObject({
      attention: true,
      blocked: expect.stringMatching(/^Tool 1 in Settings needs a name/) as string,
    });
    const wrongTexts = { seed: 'x' };
    expect(createAsking({ ...given, wrongTexts }, 'able').whyNot([])).toMatch(/^“Seed” in Settings needs attention/);
  });

  it('judges by the model that the message goes to', () => {
    const settings = { ...DEFAULT_SETTINGS, schema };
    const asking = createAsking({ ...given, settings }, 'able');
    expect(asking.whyNot([], [], 'plain')).toBe('plain does not support structured output. This one does: able.');
    expect(createAsking({ ...given, settings }, 'plain').whyNot([], [], 'able')).toBeNull();
    expect(asking.whyNot([], [], 'old')).toMatch(/^old is no longer available/);
    const long = createAsking({ ...given, settings: { ...DEFAULT_SETTINGS, maxTokens: 500 } }, 'able');
    expect(long.blocked).toBeNull();
    expect(long.whyNot([], [], 'plain')).toMatch(/^“Max output tokens” in Settings needs attention/);
  });

  it('looks at the attachments of the message and of those before it', () => {
    const asking = createAsking(given, 'plain');
    expect(asking.blocked).toBeNull();
    expect(asking.whyNot([], [image])).toContain('plain does not support images.');
    expect(asking.whyNot([shown])).toContain('plain does not support images, and this chat contains some.');
  });
});
