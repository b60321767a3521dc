import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { ChatChunk, ChatCompletion } from '@/lib/chat/answer/wire';
import { CLIP_URL, PICTURE_URL } from '@/lib/chat/test-media';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import type { Ability } from '@/lib/models/text-metadata';
import { POST } from './route';

/* Bodies generated from the schema and around it, for a model that supports everything and one that supports nothing:
   the response is always an answer or a documented refusal, in time, and never a server-side error. */

const EVERYTHING: Ability[] = [
  'tools',
  'schema',
  'vision',
  'multiple_images',
  'audio',
  'video',
  'logprobs',
  'reasoning_effort',
];
/** The statuses of chat (docs/api-rules.md, "Error codes"); 402 once the credit is spent, 429 of the limits. */
const EXPECTED = new Set([200, 400, 402, 404, 413, 422, 429]);
const LONGEST_MS = 5_000;
const RUNS = 300;
const MOST_GROWTH_BYTES = 120_000_000;

let service: TestService;
let secret: string;
beforeAll(async () => {
  service = await startTestService(
    { plain: {}, able: { reasoning: ['hm'], chunks: ['a', '<think>b</think>', 'c'] } },
    { able: { abilities: EVERYTHING } },
  );
  const account = await makeTestAccount('fuzz@example.com', 10_000_000_000_000n);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});
afterAll(() => service.stop());

/** What a client might send for a field: valid values, nearly valid ones, and anything else. */
const near = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) });

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom('', '<think>', '\u0000', '\ud800', '💥'.repeat(20)),
);

const part = fc.oneof(
  fc.record({ type: fc.constant('text'), text: near(text) }),
  fc.record({
    type: fc.constant('image_url'),
    image_url: fc.record({
      url: near(fc.constantFrom(PICTURE_URL, 'data:image/png;base64,AAAA', 'data:,', 'http://127.0.0.1/a.png', 'x')),
    }),
  }),
  fc.record({
    type: fc.constant('input_audio'),
    input_audio: fc.record({
      data: near(fc.constantFrom('AAAA', '!', '')),
      format: near(fc.constantFrom('wav', 'mp3')),
    }),
  }),
  fc.record({
    type: fc.constant('video_url'),
    video_url: fc.record({ url: near(fc.constantFrom(CLIP_URL, 'data:,x')) }),
  }),
  fc.record({
    type: fc.constant('file'),
    file: fc.record({
      file_data: near(fc.constantFrom('data:text/plain,hello', 'data:application/pdf;base64,JVBERi0=', 'data:,')),
      filename: near(fc.constantFrom('a.txt', 'b.pdf', '../../c', '')),
    }),
  }),
);

const content = near(fc.oneof(text, fc.array(part, { maxLength: 4 })));

const toolCall = fc.record({
  id: near(text),
  type: fc.constant('function'),
  function: fc.record({ name: near(text), arguments: near(fc.constantFrom('{}', '{', '')) }),
});

const message = fc.oneof(
  fc.record({ role: fc.constantFrom('system', 'developer', 'user'), content }),
  fc.record(
    {
      role: fc.constant('assistant'),
      content,
      tool_calls: near(fc.array(toolCall, { maxLength: 2 })),
      reasoning_content: text,
    },
    { requiredKeys: ['role'] },
  ),
  fc.record({ role: fc.constant('tool'), content, tool_call_id: near(text) }),
);

const tool = fc.oneof(
  fc.record({
    type: fc.constant('function'),
    function: fc.record(
      {
        name: near(fc.constantFrom('f', 'g', 'a b')),
        parameters: near(fc.constant({ type: 'object' })),
        strict: near(fc.boolean()),
      },
      { requiredKeys: ['name'] },
    ),
  }),
  fc.record({ type: fc.constantFrom('function', 'web_search', 'other'), name: near(fc.constant('f')) }),
);

const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, 1, -1, 2, 1e308, 1e-9));

const body = fc.record(
  {
    model: near(
      fc.constantFrom('plain', 'able', 'able:strip_thinking_response=true', 'able:disable_thinking=x', 'gone'),
    ),
    messages: near(fc.array(message, { minLength: 1, maxLength: 4 })),
    ...Object.fromEntries(
      ['temperature', 'top_p', 'top_k', 'min_p', 'min_temp', 'max_temp', 'n', 'seed', 'top_logprobs'].map((name) => [
        name,
        number,
      ]),
    ),
    max_completion_tokens: near(fc.integer({ min: 1, max: 2_000 })),
    max_tokens: near(fc.integer({ min: -5, max: 2_000 })),
    stop: near(fc.oneof(text, fc.array(text, { maxLength: 5 }))),
    stream: near(fc.boolean()),
    logprobs: near(fc.boolean()),
    tools: near(fc.array(tool, { maxLength: 3 })),
    tool_choice: near(fc.oneof(fc.constantFrom('auto', 'none', 'required'), tool)),
    response_format: near(
      fc.oneof(
        fc.record({ type: fc.constantFrom('text', 'json_object') }),
        fc.record({
          type: fc.constant('json_schema'),
          json_schema: near(fc.record({ name: text, schema: fc.object({ maxDepth: 2 }) })),
        }),
      ),
    ),
    reasoning_effort: near(fc.constantFrom('none', 'low', 'max')),
    reasoning: near(fc.record({ enabled: fc.boolean() })),
    prompt_cache_key: text,
    svc_parameters: near(
      fc.record({ strip_thinking_response: near(fc.boolean()), character_slug: near(text) }, { requiredKeys: [] }),
    ),
    unheard_of: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['model', 'messages'] },
);

async function post(value: unknown): Promise<Response> {
  const response = POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: typeof value === 'string' && value.startsWith('{') ? value : JSON.stringify(value),
    }),
  );
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${LONGEST_MS} ms`)), LONGEST_MS).unref();
  });
  return Promise.race([response, late]);
}

/** Throws unless a response is a documented one. */
async function judge(response: Response): Promise<void> {
  const text = await response.text();
  expect(EXPECTED, text.slice(0, 500)).toContain(response.status);
  if (response.status !== 200) {
    expect(JSON.parse(text)).toHaveProperty('error');
    return;
  }
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    ChatCompletion.parse(JSON.parse(text));
    return;
  }
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('data: '));
  expect(frames.at(-1)).toBe('data: [DONE]');
  for (const frame of frames.slice(0, -1)) ChatChunk.parse(JSON.parse(frame.slice('data: '.length)));
}

describe('generated bodies', () => {
  it('are answered or refused as documented, in time, without growing memory', async () => {
    const before = process.memoryUsage().rss;
    await fc.assert(
      fc.asyncProperty(body, async (value) => judge(await post(value))),
      { numRuns: RUNS },
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES);
  }, 120_000);

  it('also if they are nested endlessly', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const nested = (field: string) => `{"model":"able","messages":[{"role":"user","content":"a"}],${field}}`;
    const fields = [
      `"unheard_of":${deep}`,
      `"tools":[{"type":"function","function":{"name":"f","parameters":{"a":${deep}}}}]`,
      `"response_format":{"type":"json_schema","json_schema":{"schema":{"a":${deep}}}}`,
    ];
    for (const field of fields) {
      const response = await post(nested(field));
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        400,
        'The request body is nested too deeply: at most 200 levels',
      ]);
    }
  });

  it('also if they are arbitrary', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (value) => judge(await post(value))),
      { numRuns: 100 },
    );
  }, 60_000);
});
