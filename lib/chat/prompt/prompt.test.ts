import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { installCatalog } from '../../models/catalog';
import type { TextModel } from '../../models/model';
import { makeOpenAiCompatible } from '../../providers/openai-compatible/provider';
import { installProviders } from '../../providers/registry';
import { ChatRequest } from '../contract';
import { CLIP_URL, PICTURE_URL, SOUND } from '../test-media';
import { makeContext, planFor, startTestService, testModel, type TestService } from '../test-service';

const ABLE: Partial<TextModel> = { abilities: ['vision', 'audio', 'video', 'tools'], contextTokens: 100_000 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({});
  const lab = makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl });
  installProviders([lab, { ...lab, id: 'open', takesUrls: true }]);
  const models = [
    testModel('one', ABLE),
    testModel('several', { ...ABLE, abilities: [...(ABLE.abilities ?? []), 'multiple_images'] }),
    testModel('fetching', { ...ABLE, upstreams: [{ provider: 'open', model: 'm', weight: 1 }] }),
    testModel('mixed', {
      ...ABLE,
      upstreams: ['open', 'lab'].map((provider) => ({ provider, model: 'm', weight: 1 })),
    }),
    testModel('small', { ...ABLE, contextTokens: 1_000 }),
  ];
  const byId = new Map(models.map((model) => [model.id, model]));
  installCatalog({ models: byId, aliases: new Map(), traits: new Map(), systemPrompt: '' });
});
afterAll(() => service.stop());

const user = (...content: object[]) => ({ role: 'user', content });
const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const image = (url: string, more: object = {}) => ({ type: 'image_url', image_url: { url }, ...more });
const file = (file_data: string, filename?: string) => ({ type: 'file', file: { file_data, filename } });
const audio = (data: string) => ({ type: 'input_audio', input_audio: { data } });
const video = (url: string) => ({ type: 'video_url', video_url: { url } });
const PUBLIC = 'https://pictures.example/a.png';

async function promptOf(model: string, ...messages: object[]) {
  const plan = await planFor(ChatRequest.parse({ model, messages }), await makeContext(1_000_000_000n));
  return plan.prompt;
}

/** Code, path, and message of a refusal. */
async function refusal(model: string, ...messages: object[]): Promise<[string, string, string]> {
  const thrown: unknown = await promptOf(model, ...messages).catch((error: unknown) => error);
  if (!isApiError(thrown)) throw thrown;
  return [thrown.code, thrown.options.issues?.[0]?.path.join('.') ?? '', thrown.message];
}

describe('images', () => {
  it('are sent as the checked bytes, with detail and cache hint', async () => {
    const given = {
      type: 'image_url',
      image_url: { url: PICTURE_URL, detail: 'low' },
      cache_control: { type: 'ephemeral' },
    };
    const { messages, tokens } = await promptOf('one', user(text('What is it?'), given));
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image', url: PICTURE_URL, detail: 'low', cache: {} },
        ],
      },
    ]);
    expect(tokens).toBeGreaterThanOrEqual(1_500);
  });

  it('are those of the last message that has any if a model accepts only one', async () => {
    const story = [
      user(image(PICTURE_URL)),
      { role: 'assistant', content: 'A sky.' },
      user(text('And this?'), image(PICTURE_URL)),
      user(text('So?')),
    ];
    const { messages } = await promptOf('one', ...story);
    expect(messages[0]).toEqual({ role: 'user', content: '[an earlier image]' });
    expect(messages[2]).toMatchObject({ content: [{ type: 'text' }, { type: 'image' }] });
    const several = await promptOf('several', ...story);
    expect(several.messages[0]).toMatchObject({ content: [{ type: 'image' }] });
  });

  it.each([
    ['data:image/png;base64,AAAA', 'INVALID_IMAGE_FORMAT'],
    ['data:image/svg+xml,<svg/>', 'INVALID_IMAGE_FORMAT'],
    ['ftp://pictures.example/a.png', 'INVALID_REQUEST'],
    ['a.png', 'INVALID_REQUEST'],
    // The network guard refuses before it connects.
    ['http://127.0.0.1:1/a.png', 'INVALID_REQUEST'],
    ['http://[::1]/a.png', 'INVALID_REQUEST'],
    ['http://169.254.169.254/latest', 'INVALID_REQUEST'],
  ])('that are invalid are refused with their path: %s', async (url, code) => {
    const [refused, path, message] = await refusal('one', user(text('a')), user(text('b'), image(url)));
    expect([refused, path]).toEqual([code, 'messages.1.content.1.image_url.url']);
    expect(message).toMatch(/image/i);
  });

  it('are sent as addresses only if every upstream accepts them', async () => {
    const { messages } = await promptOf('fetching', user(image(PUBLIC), video('https://films.example/a.mp4')));
    expect(messages[0]).toMatchObject({ content: [{ url: PUBLIC }, { url: 'https://films.example/a.mp4' }] });
    // Bytes are checked even then.
    expect(await refusal('fetching', user(image('data:image/png;base64,AAAA')))).toContain('INVALID_IMAGE_FORMAT');
    expect((await refusal('mixed', user(image('http://10.0.0.1/a.png'))))[0]).toBe('INVALID_REQUEST');
  });

  it('that are sent as addresses must be public', async () => {
    const urls = [
      'http://10.0.0.1/a.png',
      'http://[::1]/a.png',
      'http://lab/a.png',
      'http://localhost./a.png',
      'http://u:p@a.example/a.png',
      'foo',
    ];
    for (const url of urls) {
      const [code, path] = await refusal('fetching', user(image(url)));
      expect([url, code, path]).toEqual([url, 'INVALID_REQUEST', 'messages.0.content.0.image_url.url']);
    }
  });

  it('are limited in total, addresses only if they are fetched', async () => {
    const many = (count: number, part: object) =>
      Array.from({ length: count }, () => user(...Array.from({ length: 9 }, () => part)));
    expect((await refusal('several', ...many(23, image(PICTURE_URL))))[2]).toMatch(/Too many media: at most 200/);
    expect((await promptOf('fetching', ...many(5, image(PUBLIC)))).messages).toHaveLength(5);
    expect(
      (await promptOf('one', ...many(5, image('http://10.0.0.1/a.png')), user(image(PICTURE_URL)))).messages,
    ).toHaveLength(6);
    const large = Buffer.alloc(20_000_000, 'a').toString('base64');
    const files = Array.from({ length: 3 }, () => file(`data:text/plain;base64,${large}`));
    expect((await refusal('one', user(...files)))[0]).toBe('INVALID_FILE_SIZE');
  });

  it('are fetched from a limited number of addresses', async () => {
    const many = Array.from({ length: 5 }, () =>
      user(...Array.from({ length: 9 }, () => image('http://10.0.0.1/a.png'))),
    );
    expect(await refusal('several', ...many)).toEqual([
      'INVALID_REQUEST',
      'messages',
      expect.stringContaining('at most 40'),
    ]);
  });
});

describe('audio and video', () => {
  it('are sent on and counted', async () => {
    const { messages, tokens } = await promptOf('one', user(audio(SOUND), video(CLIP_URL)));
    expect(messages[0]).toMatchObject({
      content: [
        { type: 'audio', format: 'wav' },
        { type: 'video', url: CLIP_URL },
      ],
    });
    expect(tokens).toBe(100_000);
    expect((await promptOf('one', user(audio(SOUND)))).tokens).toBeLessThan(100);
  });

  it('of unknown length are held as a full context', async () => {
    expect((await promptOf('fetching', user(video('https://films.example/a.mp4')))).tokens).toBe(100_000);
  });

  it.each([
    [audio('no base64 at all!'), 'messages.0.content.0.input_audio.data'],
    [video('data:video/mp4;base64,AAAA'), 'messages.0.content.0.video_url.url'],
  ])('that are invalid are refused: %j', async (part, path) => {
    expect((await refusal('one', user(part)))[1]).toBe(path);
  });
});

describe('files', () => {
  it('become text under their name', async () => {
    const { messages } = await promptOf(
      'one',
      user(text('Read:'), file('data:text/csv;base64,YSxiCjEsMg==', 'numbers.csv')),
    );
    expect(messages).toEqual([{ role: 'user', content: 'Read:\n<file name="numbers.csv">\na,b\n1,2\n</file>' }]);
  });

  it('that cannot be read become a note', async () => {
    const { messages } = await promptOf(
      'one',
      user(file('data:application/octet-stream;base64,AAECAwT/', 'thing.bin')),
    );
    expect(messages[0]?.content).toMatch(/^\[The file thing\.bin could not be read: /);
  });

  it('at an address are fetched through the network guard', async () => {
    const [code, path] = await refusal('fetching', user(file('http://127.0.0.1:1/a.pdf')));
    expect([code, path]).toEqual(['INVALID_REQUEST', 'messages.0.content.0.file.file_data']);
  });
});

describe('text', () => {
  it('keeps its cache hints, in system prompts too', async () => {
    const hint = { cache_control: { type: 'ephemeral', ttl: '1h' } };
    const { messages } = await promptOf(
      'one',
      { role: 'system', content: [text('Long', hint), text('Short')] },
      user(text('Hi')),
    );
    expect(messages).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'Long', cache: { ttl: '1h' } },
          { type: 'text', text: 'Short' },
        ],
      },
      { role: 'user', content: 'Hi' },
    ]);
  });

  it('far beyond the context is refused before a hold is placed', async () => {
    expect(await refusal('small', user(text('x'.repeat(32_001))))).toContain('TOO_MANY_TOKENS');
    expect((await promptOf('small', user(text('x'.repeat(31_999))))).tokens).toBe(1_000);
  });

  it('keeps the reasoning details, signature, and tool calls of an assistant’s message', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const details = [{ type: 'reasoning.encrypted', data: 'xyz' }];
    const assistant = {
      role: 'assistant',
      content: '',
      tool_calls: [call],
      reasoning_details: details,
      thought_signature: 's',
    };
    const { messages } = await promptOf('one', user(text('Hi')), assistant, {
      role: 'tool',
      tool_call_id: 'c',
      content: [text('4')],
    });
    expect(messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoningDetails: details,
        thoughtSignature: 's',
        toolCalls: [{ id: 'c', name: 'f', arguments: '{}' }],
      },
      { role: 'tool', content: '4', toolCallId: 'c' },
    ]);
  });
});
