import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, NO_RECEIPT, type Attachment, type ChatMessage } from '@/lib/client/chat/types';
import { codeRequest, codeSamples, NEXT_QUESTION, shortened, type CodeSpec } from './chat-code';

const message = (given: Partial<ChatMessage>): ChatMessage => ({
  id: 'm',
  chatId: 'c',
  parentId: null,
  role: 'user',
  text: '',
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
  ...given,
});
const spec = (...messages: ChatMessage[]): CodeSpec => ({
  messages,
  settings: DEFAULT_SETTINGS,
  character: null,
  modelId: 'big',
});
const question = message({ text: 'Hi' });
const answer = message({ role: 'assistant', text: 'Hello.' });

describe('codeRequest', () => {
  it('is the next request that the page would send, streamed', () => {
    const settings = { ...DEFAULT_SETTINGS, system: 'Be brief.', seed: 7, thinking: 'off' as const };
    expect(codeRequest({ ...spec(question), settings, character: 'ada' })).toEqual({
      body: {
        model: 'big',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Hi' },
        ],
        seed: 7,
        svc_parameters: { character_slug: 'ada', disable_thinking: true },
        stream: true,
      },
      ending: 'own',
    });
  });

  it('ends with a question: a placeholder after an answer, an example in a new chat', () => {
    const after = codeRequest(spec(question, answer));
    expect(after.ending).toBe('placeholder');
    expect(after.body.messages.at(-1)).toEqual({ role: 'user', content: NEXT_QUESTION });
    const failed = message({ role: 'assistant', state: 'failed' });
    expect(codeRequest(spec(question, failed))).toMatchObject({ ending: 'own' });
    const fresh = codeRequest({ ...spec(), settings: { ...DEFAULT_SETTINGS, system: 'Be brief.' } });
    expect(fresh.ending).toBe('example');
    expect(fresh.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });
});

describe('shortened', () => {
  const file: Attachment = { id: '1', kind: 'file', name: 'a.pdf', type: 'application/pdf', bytes: 1, url: '' };

  it('shortens the data of attachments, and nothing else', () => {
    const url = `data:application/pdf;base64,${'A'.repeat(5000)}`;
    const { body } = codeRequest(
      spec(
        message({
          text: url,
          attachments: [
            { ...file, url },
            { ...file, kind: 'image', url },
          ],
        }),
      ),
    );
    const short = shortened(body);
    expect(short.messages[0]?.content).toEqual([
      { type: 'file', file: { file_data: 'data:application/pdf;base64,…', filename: 'a.pdf' } },
      { type: 'image_url', image_url: { url: 'data:application/pdf;base64,…' } },
      { type: 'text', text: url },
    ]);
    expect(body.messages[0]?.content).toMatchObject([{ file: { file_data: url } }, { image_url: { url } }, {}]);
  });

  it('returns the same request if nothing is long', () => {
    const { body } = codeRequest(spec(message({ text: 'Hi', attachments: [{ ...file, url: 'data:,a' }] }), answer));
    expect(shortened(body)).toBe(body);
  });
});

describe('codeSamples', () => {
  it('uses this origin, streaming, and the service’s own name', () => {
    const settings = { ...DEFAULT_SETTINGS, thinking: 'off' as const };
    const { body } = codeRequest({ ...spec(question), settings });
    const samples = codeSamples(body, 'http://localhost:3000', 'acme');
    expect(samples.map(({ language }) => language)).toEqual(['curl', 'typescript', 'python']);
    for (const { code } of samples) {
      expect(code).toContain('http://localhost:3000/api/v1');
      expect(code).toContain('acme_parameters');
      expect(code).not.toContain('svc_');
    }
  });
});
