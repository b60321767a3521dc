import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeReader, publishTestCharacter } from '../characters/test-characters';
import { isApiError } from '../core/errors';
import type { TextModel } from '../models/model';
import type { Ability } from '../models/text-metadata';
import { callModel } from './call-model';
import { ChatRequest } from './contract';
import type { Plan } from './plan';
import { CLIP_URL, PICTURE_URL } from './test-media';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { findProvider, installProviders } from '../providers/registry';
import { makeContext, planFor, startTestService, type TestService } from './test-service';

let service: TestService;
beforeAll(async () => {
  const everything: Ability[] = ['tools', 'schema', 'vision', 'audio', 'video', 'logprobs', 'reasoning_effort'];
  const changes: Record<string, Partial<TextModel>> = {
    able: { abilities: everything, reasoningEfforts: ['none', 'low', 'high'], maxImages: 2, maxVideos: 1 },
    many: { abilities: [...everything, 'multiple_images', 'web_search', 'x_search'], maxImages: 2 },
    pro: { proOnly: true },
    'exact-plain': { contextTokens: 100 },
  };
  service = await startTestService({ plain: {}, able: {}, many: {}, pro: {} }, changes, 'Speak as a pirate.');
});
afterAll(() => service.stop());
afterEach(() => {
  service.upstream.requests.length = 0;
});

async function plan(more: object = {}, context = makeContext(1_000_000_000n)): Promise<Plan> {
  const body = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }], ...more };
  return planFor(ChatRequest.parse(body), await context);
}

/** Paths of the issues of a refusal. */
async function refusedPaths(more: object): Promise<string[]> {
  const thrown: unknown = await plan(more).catch((error: unknown) => error);
  if (!isApiError(thrown) || thrown.code !== 'INVALID_REQUEST') throw thrown;
  return (thrown.options.issues ?? []).map(({ path }) => path.join('.'));
}

const message = (...content: object[]) => ({ messages: [{ role: 'user', content }] });
const image = { type: 'image_url', image_url: { url: 'https://example.test/a.png' } };
const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
const video = { type: 'video_url', video_url: { url: 'https://example.test/a.mp4' } };
const file = { type: 'file', file: { file_data: 'data:text/plain;base64,QQ==' } };
const picture = { type: 'image_url', image_url: { url: PICTURE_URL } };
const clip = { type: 'video_url', video_url: { url: CLIP_URL } };
const tools = [{ type: 'function', function: { name: 'f' } }];

describe('what a model does not support is refused with the field', () => {
  it.each<[object, string[]]>([
    [{ tools }, ['tools']],
    [{ tools, tool_choice: 'required' }, ['tools', 'tool_choice']],
    [{ response_format: { type: 'json_object' } }, ['response_format']],
    [{ logprobs: true, top_logprobs: 2 }, ['logprobs', 'top_logprobs']],
    [{ reasoning_effort: 'high' }, ['reasoning_effort']],
    [{ reasoning: { effort: 'low' } }, ['reasoning.effort']],
    [message({ type: 'text', text: 'a' }, image), ['messages.0.content.1']],
    [message(audio, video, file), ['messages.0.content.0', 'messages.0.content.1']],
    [{ model: 'able', reasoning_effort: 'max' }, ['reasoning_effort']],
    [{ model: 'able', ...message(picture, picture, picture) }, ['messages']],
    [{ model: 'many', messages: [...message(picture, picture).messages, ...message(picture).messages] }, ['messages']],
    [{ model: 'able', ...message(clip, clip) }, ['messages']],
    [{ max_completion_tokens: 1_025 }, ['max_completion_tokens']],
    [{ model: 'plain:include_svc_system_prompt=perhaps' }, ['model']],
    [{ messages: [{ role: 'assistant', content: null }] }, ['messages']],
  ])('%j', async (more, paths) => expect(await refusedPaths(more)).toEqual(paths));

  it.each([
    { tools: [{ type: 'web_search' }], tool_choice: 'auto' },
    { tool_choice: 'none', parallel_tool_calls: true },
    { response_format: { type: 'text' }, logprobs: false, top_logprobs: 0 },
    { reasoning_effort: 'none', reasoning: { enabled: false } },
    { model: 'able', reasoning_effort: 'high' },
    { model: 'able', tools, tool_choice: 'required', response_format: { type: 'json_object' }, logprobs: true },
    { model: 'able', messages: [...message(picture, picture).messages, ...message(picture, picture).messages] },
    message(file),
  ])('but fields that ask for nothing are accepted: %j', async (more) =>
    expect((await plan(more)).model).toBeDefined(),
  );
});

describe('access', () => {
  it('reports unknown models and characters', async () => {
    await expect(plan({ model: 'nobody' })).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND' });
    const character = plan({ svc_parameters: { character_slug: 'ada' } });
    await expect(character).rejects.toMatchObject({ code: 'CHARACTER_NOT_FOUND', message: /not found/ });
  });

  it('refuses Pro models and, for private keys, models that are not private', async () => {
    await expect(plan({ model: 'pro' })).rejects.toMatchObject({ code: 'PRO_ONLY_MODEL', status: 401 });
    const context = await makeContext(1n);
    const { account } = context.caller;
    const key = { kind: 'key', account, keyId: 'k', keyType: 'INFERENCE', keyExpiresAt: null } as const;
    const limited = { ...context, caller: { ...key, modelPrivacy: 'PRIVATE_ONLY' as const } };
    await expect(plan({}, Promise.resolve(limited))).rejects.toMatchObject({ code: 'UNAUTHORIZED', status: 403 });
  });
});

describe('the prompt', () => {
  const own = { role: 'system', content: 'Be brief.' };
  const user = { role: 'user', content: 'Hello' };

  it('begins with the operator’s prompt, in one system message', async () => {
    expect((await plan()).prompt.messages).toEqual([{ role: 'system', content: 'Speak as a pirate.' }, user]);
    expect((await plan({ messages: [own, user] })).prompt.messages).toEqual([
      { role: 'system', content: 'Speak as a pirate.\n\nBe brief.' },
      user,
    ]);
  });

  it.each([
    { svc_parameters: { include_svc_system_prompt: false } },
    { model: 'plain:include_svc_system_prompt=false' },
    { model: 'plain:include_svc_system_prompt=false', svc_parameters: { include_svc_system_prompt: true } },
  ])('is only the caller’s with %j', async (more) => {
    const { prompt, options } = await plan({ messages: [own, user], ...more });
    expect(prompt.messages).toEqual([own, user]);
    expect(options.include_svc_system_prompt).toBe(false);
  });

  it('continues with the character’s prompt, which may replace the operator’s', async () => {
    const author = await makeReader('author@example.com');
    const seaDog = await publishTestCharacter(author, { name: 'Sea Dog', prompt: 'You love the sea.' });
    const ownVoice = await publishTestCharacter(author, {
      name: 'Own Voice',
      prompt: 'You are yourself.',
      replacesServicePrompt: true,
    });
    const systemWith = async (svc_parameters: object, model = 'plain') => {
      const { prompt, options } = await plan({ model, messages: [own, user], svc_parameters });
      return [prompt.messages[0]?.content, options.character_slug];
    };
    expect(await systemWith({ character_slug: seaDog.slug })).toEqual([
      'Speak as a pirate.\n\nYou love the sea.\n\nBe brief.',
      seaDog.slug,
    ]);
    expect(await systemWith({ character_slug: ownVoice.slug })).toEqual([
      'You are yourself.\n\nBe brief.',
      ownVoice.slug,
    ]);
    const alone = { character_slug: seaDog.slug, include_svc_system_prompt: false };
    expect(await systemWith(alone)).toEqual(['You love the sea.\n\nBe brief.', seaDog.slug]);
    const suffixed = await systemWith({ character_slug: seaDog.slug }, `plain:character_slug=${ownVoice.slug}`);
    expect(suffixed).toEqual(['You are yourself.\n\nBe brief.', ownVoice.slug]);
  });

  it('drops empty assistant messages and joins parts', async () => {
    const messages = [
      { role: 'assistant', content: '' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ];
    const { prompt } = await plan({ messages, svc_parameters: { include_svc_system_prompt: false } });
    expect(prompt.messages).toEqual([{ role: 'user', content: 'a\nb' }]);
  });

  it('is estimated high, but never above the context', async () => {
    const estimate = async (content: string) =>
      (await plan({ messages: [{ role: 'user', content }], svc_parameters: { include_svc_system_prompt: false } }))
        .prompt;
    expect(await estimate('x'.repeat(250))).toMatchObject({ tokens: 108, exact: false });
    expect((await estimate('你'.repeat(250))).tokens).toBe(446);
    expect((await estimate('😀'.repeat(250))).tokens).toBe(1_008);
    expect((await estimate('x'.repeat(100_000))).tokens).toBe(4_096);
    const { prompt } = await plan({ model: 'exact-plain' });
    expect(prompt).toMatchObject({ tokens: 10, exact: true });
    // A prompt that is counted needs no weight.
    expect(prompt).not.toHaveProperty('weight');
  });
});

describe('the prompt size of the hold', () => {
  const tokens = async (more: object) =>
    (await plan({ svc_parameters: { include_svc_system_prompt: false }, ...more })).prompt.tokens;
  const big = 'y'.repeat(2_500);
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
  const messages = (assistant: object, tool: object = {}) => ({
    messages: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'a', tool_calls: [call], ...assistant },
      { role: 'tool', content: '4', tool_call_id: 'c', ...tool },
    ],
  });

  it.each<[string, object, object]>([
    ['a field that is passed on', {}, { bad_words: [big] }],
    [
      'tools',
      { model: 'able' },
      { model: 'able', tools: [{ type: 'function', function: { name: 'f', description: big } }] },
    ],
    [
      'a schema',
      { model: 'able' },
      { model: 'able', response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { title: big } } } },
    ],
    ['reasoning details', messages({}), messages({ reasoning_details: [{ type: 'reasoning.text', text: big }] })],
    ['the id of a tool call', messages({}), messages({ tool_calls: [{ ...call, id: big }] })],
    ['the id of a tool result', messages({}), messages({}, { tool_call_id: big })],
    ['a name', messages({}), messages({ name: big })],
  ])('counts %s', async (_, without, more) =>
    expect(await tokens(more)).toBeGreaterThanOrEqual((await tokens(without)) + 999),
  );

  it.each(['functions', 'documents', 'chat_template_kwargs', 'guided_regex', 'search_parameters', 'unheard_of'])(
    'ignores `%s`, because it is never sent upstream',
    async (field) => {
      const planned = await plan({ [field]: [{ text: big }], logit_bias: { 7: 1 } });
      expect(planned.extra).toEqual({ logit_bias: { 7: 1 } });
    },
  );
});

describe('unsupported options', () => {
  it('are reported as off', async () => {
    const { options } = await plan({
      svc_parameters: { enable_web_search: 'on', enable_web_citations: true, strip_thinking_response: true },
    });
    expect(options).toMatchObject({
      enable_web_search: 'off',
      enable_web_citations: false,
      strip_thinking_response: true,
      web_search_citations: [],
    });
  });
});

describe('the model call', () => {
  it('carries sampling, the cache hint and unknown fields, but not the service’s options', async () => {
    const planned = await plan({
      model: 'able',
      temperature: 0,
      top_k: 4,
      stop: 'END',
      reasoning_effort: 'low',
      logit_bias: { 7: 1 },
      user: 'u',
      metadata: { a: 'b' },
      svc_parameters: { include_svc_system_prompt: false },
      fallbacks: [{ model: 'plain' }],
    });
    for await (const part of callModel(planned, planned.budget.maxTokens, new AbortController().signal))
      expect(part).toBeDefined();
    expect(service.upstream.requests[0]?.body).toEqual({
      model: 'able',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0,
      top_k: 4,
      stop: ['END'],
      max_tokens: 512,
      reasoning_effort: 'low',
      logit_bias: { 7: 1 },
    });
  });

  it('carries a cache key that no other account can send', async () => {
    const { baseUrl } = service.upstream;
    const before = [findProvider('lab'), findProvider('counting')].filter((one) => one !== undefined);
    installProviders([makeOpenAiCompatible({ id: 'lab', baseUrl, dialect: 'openai' })]);
    const contexts = [await makeContext(1n), await makeContext(1n)];
    for (const context of [...contexts, ...contexts]) {
      const planned = await plan({ prompt_cache_key: 'chat-7' }, Promise.resolve(context));
      for await (const part of callModel(planned, 16, context.signal)) expect(part).toBeDefined();
    }
    installProviders(before);
    const sent = service.upstream.requests.map(({ body }) => String(body.prompt_cache_key));
    expect(sent.join(' ')).toMatch(/^([0-9a-f]{64} ?){4}$/);
    expect(sent[2]).toBe(sent[0]);
    expect(sent[3]).toBe(sent[1]);
    expect(sent[1]).not.toBe(sent[0]);
  });
});
