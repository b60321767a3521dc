import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, NO_RECEIPT, type Attachment, type ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { createSendState, type SendContext } from './send-state';

type Capabilities = TextWireModel['model_spec']['capabilities'];
const model = (id: string, capabilities: Partial<Capabilities> = {}, maxCompletionTokens = 100) =>
  ({ id, model_spec: { name: id, capabilities, maxCompletionTokens, offline: false } }) as TextWireModel;
const plain = model('plain');
const able = model('able', { supportsResponseSchema: true, supportsFunctionCalling: true, supportsVision: true }, 900);

const given: SendContext = { settings: DEFAULT_SETTINGS, wrongTexts: {}, models: [plain, able], pending: false };
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
  ticket: NO_RECEIPT,
  failure: null,
  createdAt: 0,
  writerId: null,
  touchedAt: 0,
  attachments: [image],
};

describe('createSendState', () => {
  it('asks to regenerate with another model when the model of an answer is gone', () => {
    const { blockedReason } = createSendState(given, 'plain');
    expect(blockedReason([shown], [], 'gone')).toMatch(
      /^gone is no longer available, so its answer cannot be continued\./,
    );
    expect(createSendState(given, 'gone').blocked).toBe('gone is no longer available. Choose another model.');
  });

  it('allows valid requests', () => {
    const sendState = createSendState({ ...given, settings: { ...DEFAULT_SETTINGS, schema } }, 'able');
    expect(sendState).toMatchObject({ model: able, blocked: null, attention: false });
    expect(sendState.blockedReason([shown], [image])).toBeNull();
  });

  it('says why no model is available', () => {
    expect(createSendState({ ...given, models: undefined }, null).blocked).toContain('could not be loaded');
    expect(createSendState({ ...given, models: undefined, pending: true }, null).blocked).toContain('still loading');
    expect(createSendState({ ...given, models: [] }, 'plain').blocked).toBe('No model is available yet.');
    expect(createSendState(given, 'old').blockedReason([])).toBe('old is no longer available. Choose another model.');
    expect(createSendState(given, null).blockedReason([])).toBe('No model is selected. Choose one.');
  });

  it('blocks invalid settings, which the request would omit', () => {
    const settings = { ...DEFAULT_SETTINGS, schema: { ...schema, text: '{' } };
    expect(createSendState({ ...given, settings }, 'able').blockedReason([])).toMatch(
      /^The schema in Settings is not JSON/,
    );
    const tools = [{ name: 'a b', description: '', parameters: '' }];
    expect(createSendState({ ...given, settings: { ...DEFAULT_SETTINGS, tools } }, 'able')).toMatchObject({
      attention: true,
      blocked: expect.stringMatching(/^Tool 1 in Settings needs a name/) as string,
    });
    const wrongTexts = { seed: 'x' };
    expect(createSendState({ ...given, wrongTexts }, 'able').blockedReason([])).toMatch(
      /^“Seed” in Settings is invalid/,
    );
  });

  it('checks against the model that the message goes to', () => {
    const settings = { ...DEFAULT_SETTINGS, schema };
    const sendState = createSendState({ ...given, settings }, 'able');
    expect(sendState.blockedReason([], [], 'plain')).toBe(
      'plain does not support structured output. This one does: able.',
    );
    expect(createSendState({ ...given, settings }, 'plain').blockedReason([], [], 'able')).toBeNull();
    expect(sendState.blockedReason([], [], 'old')).toMatch(/^old is no longer available/);
    const long = createSendState({ ...given, settings: { ...DEFAULT_SETTINGS, maxTokens: 500 } }, 'able');
    expect(long.blocked).toBeNull();
    expect(long.blockedReason([], [], 'plain')).toMatch(/^“Max output tokens” in Settings is invalid/);
  });

  it('checks the attachments of the message and of those before it', () => {
    const sendState = createSendState(given, 'plain');
    expect(sendState.blocked).toBeNull();
    expect(sendState.blockedReason([], [image])).toContain('plain does not support images.');
    expect(sendState.blockedReason([shown])).toContain('plain does not support images, and this chat contains some.');
  });
});
