import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ChatChunk, ChatCompletion } from './answer/wire';
import { issueText } from '../platform/validation/issue-text';
import { ChatRequest } from './contract';

const base = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
const parse = (more: object) => ChatRequest.parse({ ...base, ...more });

const tool = { type: 'function', function: { name: 'f', parameters: null, description: null, strict: null } };

/** Content parts, the given number of each kind. */
function media(images: number, audio: number, videos: number, files: number): object[] {
  const many = (count: number, part: object) => Array.from({ length: count }, () => part);
  return [
    ...many(images, { type: 'image_url', image_url: { url: 'https://example.test/a.png', detail: null } }),
    ...many(audio, { type: 'input_audio', input_audio: { data: 'AAAA' } }),
    ...many(videos, { type: 'video_url', video_url: { url: 'https://example.test/a.mp4' } }),
    ...many(files, { type: 'file', file: { file_data: 'data:text/plain,a', filename: null } }),
  ];
}

/** The issues of a body, each as `path: message`. */
function issuesOf(more: object): string[] {
  const result = ChatRequest.safeParse({ ...base, ...more }, { error: issueText });
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('ChatRequest accepts', () => {
  it.each<[string, object]>([
    ['all numeric limits', { temperature: 2, top_p: 0, top_k: 0, min_p: 1, frequency_penalty: -2, n: 8, seed: 0 }],
    ['null for an absent value', { temperature: null, stop: null, tools: null, stream: null, n: null }],
    ['stop as a string', { stop: 'END' }],
    ['four stops', { stop: ['a', 'b', 'c', 'd'] }],
    ['a negative `max_tokens`', { max_tokens: -1 }],
    ['unknown keys in stream_options', { stream_options: { includeUsage: true, include_usage: true } }],
    [
      'fields without effect',
      { user: 7, store: true, include: ['x'], metadata: { a: 'b' }, text: { verbosity: 'low' } },
    ],
    ['tools of other kinds', { tools: [{ type: 'web_search' }, { type: 'x_search', limit: 3 }] }],
    ['a bare parallel_tool_calls', { parallel_tool_calls: true }],
    ['no tools if none may be called', { tool_choice: 'none' }],
    ['a function by its flat name', { tools: [tool], tool_choice: { type: 'function', name: 'f' } }],
    [
      'a JSON schema without its envelope',
      { response_format: { type: 'json_schema', json_schema: { type: 'object' } } },
    ],
    ['the maximum number of media', { messages: [{ role: 'user', content: media(10, 5, 3, 5) }] }],
  ])('%s', (_, more) => expect(issuesOf(more)).toEqual([]));

  it('messages of every role, with nulls and unknown fields as clients echo them', () => {
    const messages = [
      { role: 'system', content: [{ type: 'text', text: 'Be kind', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { role: 'developer', content: 'Be brief' },
      { role: 'user', content: [{ type: 'text', text: 'Hi' }], name: null },
      {
        role: 'assistant',
        content: null,
        refusal: null,
        audio: null,
        function_call: null,
        provider_specific_fields: { x: 1 },
        reasoning_content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' }, index: 0 }],
      },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: '4' }], name: null },
      { role: 'assistant', content: '', tool_calls: null },
      { role: 'user', content: '' },
    ];
    expect(issuesOf({ messages })).toEqual([]);
  });

  it('tools in both layouts', () => {
    const flat = {
      type: 'function',
      name: 'f',
      description: 'Finds',
      parameters: { type: 'object' },
      strict: true,
      id: 'x',
    };
    const nested = {
      type: 'function',
      id: 'x',
      function: { name: 'f', description: 'Finds', parameters: { type: 'object' }, strict: true },
    };
    expect(parse({ tools: [flat] }).tools).toEqual([nested]);
    expect(parse({ tools: [nested] }).tools).toEqual([nested]);
  });

  it('older names, and keeps unknown fields', () => {
    const parsed = ChatRequest.parse({
      model: 'm',
      input: base.messages,
      max_output_tokens: 9,
      promptCacheKey: 'k',
      web_search: true,
      svc_parameters: { disable_thinking: true, unheard_of: 1 },
      logit_bias: { 5: 1 },
    });
    expect(parsed).toMatchObject({
      messages: base.messages,
      max_tokens: 9,
      prompt_cache_key: 'k',
      svc_parameters: { enable_web_search: 'on', disable_thinking: true },
      logit_bias: { 5: 1 },
    });
    expect(parsed.svc_parameters).not.toHaveProperty('unheard_of');
    expect(parse({ max_tokens: 5, max_output_tokens: 9 }).max_tokens).toBe(5);
    const explicit = parse({ web_search: true, svc_parameters: { enable_web_search: 'off' } });
    expect(explicit.svc_parameters?.enable_web_search).toBe('off');
  });
});

describe('ChatRequest refuses, naming the field and the bound', () => {
  it.each<[object, RegExp]>([
    [{ model: '' }, /^model: Must not be empty/],
    [{ messages: [] }, /^messages: Must have at least 1 item/],
    [{ messages: 'Hello' }, /^messages: Must be an array/],
    [{ messages: [{ role: 'robot', content: 'x' }] }, /^messages\.0\.role: /],
    [{ messages: [{ role: 'user' }] }, /^messages\.0\.content: Must be a string or an array of content parts/],
    [
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      /^messages\.0\.content\.0\.text: Must not be empty/,
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'smell' }] }] }, /^messages\.0\.content: 0\.type: /],
    [{ messages: [{ role: 'tool', content: 'x' }] }, /^messages\.0\.tool_call_id: /],
    [{ messages: Array.from({ length: 5_001 }, () => 7) }, /^messages: Must have at most 5,000 items/],
    [
      { messages: [{ role: 'user', content: Array.from({ length: 10_001 }, () => 7) }] },
      /^messages: Must have at most 10,000 content parts/,
    ],
    [
      { messages: [{ role: 'assistant', tool_calls: Array.from({ length: 10_001 }, () => 7) }] },
      /^messages: Must have at most 10,000 content parts/,
    ],
    [{ tools: Array.from({ length: 1_001 }, () => 7) }, /^tools: Must have at most 1,000 items/],
    [{ stop_token_ids: Array.from({ length: 1_001 }, () => -1) }, /^stop_token_ids: Must have at most 1,000 items/],
    [{ include: Array.from({ length: 1_001 }, () => 7) }, /^include: Must have at most 1,000 items/],
    [
      { metadata: Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, 7])) },
      /^metadata: Must have at most 1,000 members/,
    ],
    [{ temperature: 2.1 }, /^temperature: Must be between 0 and 2/],
    [{ temperature: '1' }, /^temperature: Must be a number/],
    [{ top_p: 1.1 }, /^top_p: Must be between 0 and 1/],
    [{ top_k: 1.5 }, /^top_k: Must be a whole number/],
    [{ min_p: -0.1 }, /^min_p: Must be between 0 and 1/],
    [{ max_temp: 3 }, /^max_temp: Must be between 0 and 2/],
    [{ frequency_penalty: -2.1 }, /^frequency_penalty: Must be between -2 and 2/],
    [{ presence_penalty: 3 }, /^presence_penalty: Must be between -2 and 2/],
    [{ repetition_penalty: -1 }, /^repetition_penalty: Must be 0 or more/],
    [{ max_completion_tokens: 0 }, /^max_completion_tokens: Must be 1 or more/],
    [{ max_tokens: 1.5 }, /^max_tokens: Must be a whole number/],
    [{ n: 0 }, /^n: Must be between 1 and 8/],
    [{ n: 9 }, /^n: Must be between 1 and 8/],
    [{ seed: -1 }, /^seed: Must be 0 or more/],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, /^stop: .*1 to 4/],
    [{ stop: [] }, /^stop: Must have at least 1 item/],
    [{ stop: 7 }, /^stop: .*1 to 4/],
    [{ stream: 'yes' }, /^stream: Must be true or false/],
    [{ reasoning_effort: 'huge' }, /^reasoning_effort: .*"xhigh"/],
    [{ anon_user_id: 'a||b' }, /^anon_user_id: .*1 to 128/],
    [{ fallbacks: Array.from({ length: 11 }, () => 7) }, /^fallbacks: Must have at most 10 items/],
    [{ response_format: { type: 'xml' } }, /^response_format\.type: /],
    [{ tool_choice: 'perhaps' }, /^tool_choice: Must be "auto"/],
    [{ tool_choice: 'required' }, /^tool_choice: "required" requires at least one function/],
    [
      { tools: [tool], tool_choice: { type: 'function', function: { name: 'g' } } },
      /^tool_choice\.function\.name: There is no function "g"/,
    ],
    [{ tools: [{ type: 'function' }] }, /^tools\.0\.function: Required/],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, /^tools\.0\.function\.name: .*1 to 64 letters/],
    [{ tools: [{ type: 'function', name: '' }] }, /^tools\.0\.function\.name: .*1 to 64 letters/],
    [{ tools: [{ type: 'function', function: { name: 'f', parameters: 'x' } }] }, /parameters: Must be an object/],
    [{ tools: [{ type: 'code_interpreter' }] }, /^tools\.0\.type: The type of a tool must be "function"/],
    [{ tools: [tool, tool] }, /^tools\.1\.function\.name: Two functions are called "f"/],
    [{ top_logprobs: -1 }, /^top_logprobs: Must be 0 or more/],
    [{ stop_token_ids: [1.5] }, /^stop_token_ids\.0: Must be a whole number/],
    [{ min_temp: -1 }, /^min_temp: Must be between 0 and 2/],
    [{ min_temp: 1, max_temp: 0.5 }, /^min_temp: Must be at most max_temp, which is 0.5/],
    [{ verbosity: 'loud' }, /^verbosity: .*"auto"/],
    [{ text: { verbosity: 'loud' } }, /^text\.verbosity: .*"auto"/],
    [{ reasoning: { effort: 'huge' } }, /^reasoning\.effort: .*"xhigh"/],
    [{ reasoning: { summary: 'long' } }, /^reasoning\.summary: .*"concise"/],
    [{ prompt_cache_retention: '1y' }, /^prompt_cache_retention: .*"24h"/],
    [{ response_format: { type: 'json_schema' } }, /^response_format\.json_schema: Required/],
    [
      { messages: [{ role: 'user', content: media(11, 0, 0, 0) }] },
      /^messages\.0\.content: Too many images: at most 10/,
    ],
    [{ messages: [{ role: 'user', content: media(0, 6, 0, 0) }] }, /Too many audio parts: at most 5/],
    [{ messages: [{ role: 'user', content: media(0, 0, 0, 6) }] }, /Too many files: at most 5/],
    [
      { messages: [2, 2].map((videos) => ({ role: 'user', content: media(0, 0, videos, 0) })) },
      /^messages: Too many videos: at most 3 in a request, this one has 4/,
    ],
    [{ messages: [{ role: 'system', content: media(1, 0, 0, 0) }] }, /^messages\.0\.content/],
    [
      { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'A', format: 'wma' } }] }] },
      /^messages\.0\.content: 0\.input_audio\.format: .*"pcm24"/,
    ],
    [{ svc_parameters: { enable_web_search: 'maybe' } }, /^svc_parameters\.enable_web_search: .*"off"/],
    [{ svc_parameters: { disable_thinking: 'yes' } }, /^svc_parameters\.disable_thinking: Must be true or false/],
  ])('%#: %o', (more, issue) => expect(issuesOf(more)).toEqual([expect.stringMatching(issue)]));

  it('a list of millions without checking its items', () => {
    const millions = Array.from({ length: 3_000_000 }, () => 7);
    for (const more of [
      { messages: millions },
      { messages: [{ role: 'user', content: millions }] },
      { tools: millions },
    ]) {
      const startedMs = performance.now();
      expect(issuesOf(more)).toHaveLength(1);
      expect(performance.now() - startedMs).toBeLessThan(500);
    }
  });

  it('returns a result for any input and never throws', () => {
    fc.assert(fc.property(fc.anything({ maxDepth: 4 }), (body) => void ChatRequest.safeParse(body)));
    fc.assert(fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (more) => void issuesOf(more)));
  });
});

describe('the schemas', () => {
  it('can be written as JSON Schema, for the API description', () => {
    const { $defs } = z.toJSONSchema(ChatRequest, { io: 'input' });
    expect($defs).toMatchObject({ ChatRequest: { required: ['model', 'messages'] } });
    expect(z.toJSONSchema(ChatCompletion).$defs).toHaveProperty('ChatCompletion.required');
    expect(z.toJSONSchema(ChatChunk).$defs).toHaveProperty('ChatChunk.required');
  });
});
