import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkServiceFile, parseServiceFile, readServiceFile } from './service-file';
import { initServiceFile } from './service-file/init';
import { toWireModel } from './wire-model';
import { MODEL_TYPES } from './values';

const WHOLE = `
include: [embedded, automatic]        # default
system_prompt: ""
providers: { lab: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1, api_key: "\${LAB_KEY}" } }
models:
  - { id: big, name: Big, class: M, upstreams: [{ provider: lab, model: org/big, weight: 1 }], price: { input: "0.15", output: "0.60" },
      context: 32768, max_completion: 8192, default_completion: 2048, traits: [default], capabilities: [tools, schema] }
aliases: { gpt-4o: big }
tiers: { partner: { text_S: { rpm: 150, tpm: 1500000 } } }
`;
const ENVIRONMENT = { LAB_KEY: 'sk-secret' };

type Environment = Record<string, string | undefined>;

const problems = (text: string, environment: Environment = ENVIRONMENT): string[] => {
  const outcome = parseServiceFile('farebox.yaml', text, environment);
  return outcome.ok ? [] : outcome.problems;
};

const MODEL = (members: string) =>
  `providers: { lab: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1 } }\nmodels:\n  - ${members}\n`;
const UPSTREAMS = 'upstreams: [{ provider: lab, model: org/big }]';
const PRICE = 'price: { input: "1", output: "2" }';

describe('parseServiceFile', () => {
  it('reads the whole layout', () => {
    const outcome = parseServiceFile('farebox.yaml', WHOLE, ENVIRONMENT);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect(outcome.file).toEqual({
      path: 'farebox.yaml',
      include: ['embedded', 'automatic'],
      systemPrompt: '',
      providers: [{ id: 'lab', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1', apiKey: 'sk-secret' }],
      models: [
        {
          id: 'big',
          type: 'text',
          name: 'Big',
          description: '',
          createdSeconds: 0,
          source: '',
          privacy: 'private',
          class: 'M',
          contextTokens: 32_768,
          maxCompletionTokens: 8_192,
          defaultCompletionTokens: 2_048,
          traits: ['default'],
          abilities: ['tools', 'schema'],
          quantization: 'not-available',
          defaults: { temperature: 1, topP: 1 },
          price: { inputNanoUsd: 150_000_000n, outputNanoUsd: 600_000_000n },
          upstreams: [{ provider: 'lab', model: 'org/big', weight: 1 }],
          proOnly: false,
        },
      ],
      aliases: new Map([['gpt-4o', 'big']]),
      tiers: new Map([['partner', new Map([['text_S', { requestsPerMinute: 150, tokensPerMinute: 1_500_000 }]])]]),
      accounts: new Map(),
    });
  });

  it('fills in defaults', () => {
    const outcome = parseServiceFile('f', MODEL(`{ id: a, ${UPSTREAMS}, ${PRICE} }`), {});
    expect(outcome.ok && outcome.file.models[0]).toMatchObject({
      name: 'a',
      class: 'XS',
      contextTokens: 32_768,
      maxCompletionTokens: 32_768,
      defaultCompletionTokens: 8_192,
      upstreams: [{ provider: 'lab', model: 'org/big', weight: 1 }],
    });
    expect(outcome.ok && outcome.file.include).toEqual(['embedded', 'automatic']);
  });

  it.each(['', '# nothing yet\n', 'models:\naliases:\n', 'include: []\n'])('accepts an empty file: %j', (text) => {
    expect(problems(text)).toEqual([]);
  });

  it('reads further members of a model', () => {
    const members = `{ id: a, ${UPSTREAMS}, price: { input: "1", output: "2", cache_input: "0.5", cache_write: "1.25" }, created: 2026-01-31, pro: true, privacy: anonymized, quantization: fp8, source: "https://example.org", description: Words }`;
    const outcome = parseServiceFile('f', MODEL(members), {});
    expect(outcome.ok && outcome.file.models[0]).toMatchObject({
      createdSeconds: 1_769_817_600,
      proOnly: true,
      privacy: 'anonymized',
      quantization: 'fp8',
      source: 'https://example.org',
      description: 'Words',
      price: { cacheInputNanoUsd: 500_000_000n, cacheWriteNanoUsd: 1_250_000_000n },
    });
  });
});

describe('a deprecation', () => {
  const at = (deprecation: string, include = 'automatic') =>
    `include: [${include}]\n${MODEL(`{ id: a, ${UPSTREAMS}, ${PRICE}, deprecation: ${deprecation} }`)}  - { id: b, ${UPSTREAMS}, ${PRICE} }\naliases: { other: b }`;

  it('is read as midnights in UTC', () => {
    const text = at('{ date: 2026-12-31, removes_at: 2027-01-10, starts_at: 2026-12-20, replacement: b, remap: true }');
    const outcome = parseServiceFile('f', text, {});
    expect(outcome.ok && outcome.file.models.map(({ deprecation }) => deprecation)).toEqual([
      {
        dateMs: Date.UTC(2026, 11, 31),
        removesAtMs: Date.UTC(2027, 0, 10),
        startsAtMs: Date.UTC(2026, 11, 20),
        replacement: 'b',
        autoRemap: true,
      },
      undefined,
    ]);
  });

  it('takes effect on its date by default; a replacement may be outside the file', () => {
    const outcome = parseServiceFile('f', at('{ date: 2026-12-31, replacement: smollm2-135m }'), {});
    const day = Date.UTC(2026, 11, 31);
    const expected = { dateMs: day, removesAtMs: day, replacement: 'smollm2-135m', autoRemap: false };
    expect(outcome.ok && outcome.file.models[0]?.deprecation).toEqual(expected);
  });

  it.each([
    ['2026-12-31', ': "2026-12-31" must be a map; write it like { date: 2026-12-31, replacement: big, remap: true }'],
    ['{ remap: false }', '.date: is missing; write it like 2026-12-31'],
    ['{ date: 31.12.2026 }', '.date: "31.12.2026" is not a date; write it like "2026-01-31"'],
    [
      '{ date: 2026-12-31, removes: 2027-01-10 }',
      '.removes: is not a known field; allowed here: date, removes_at, starts_at, replacement, remap',
    ],
    [
      '{ date: 2026-12-31, removes_at: 2026-12-30 }',
      '.removes_at: "2026-12-30" is before the date 2026-12-31; write that day or a later one',
    ],
    [
      '{ date: 2026-12-31, starts_at: 2027-01-01 }',
      '.starts_at: "2027-01-01" is after the removal on 2026-12-31; warn before it',
    ],
    [
      '{ date: 2026-12-31, remap: true }',
      '.remap: needs a model to run on; add replacement: <id of a model>, or remove it',
    ],
    ['{ date: 2026-12-31, remap: yes }', '.remap: "yes" must be true or false; write it like true'],
    ['{ date: 2026-12-31, replacement: a }', '.replacement: "a" is the model itself; name another one, or remove it'],
    ['{ date: 2026-12-31, replacement: other }', '.replacement: "other" is an alias; write the ID of the model: b'],
    [
      '{ date: 2026-12-31, replacement: "llama3:8b" }',
      '.replacement: "llama3:8b" is not a model id; use letters, digits, ".", "_", "-" and "/", no ":"',
    ],
  ])('%s', (deprecation, expected) => {
    expect(problems(at(deprecation), {})).toEqual([`line 4, models[0].deprecation${expected}`]);
  });

  it('must name a model of the file if nothing else is included', () => {
    expect(problems(at('{ date: 2026-12-31, replacement: c }', ''), {})).toEqual([
      'line 4, models[0].deprecation.replacement: "c" is not a model of this file, and nothing else is included; name one of its models',
    ]);
    expect(problems(at('{ date: 2026-12-31, replacement: b }', ''), {})).toEqual([]);
  });
});

describe('limits of accounts', () => {
  const ID = '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e';

  it('are read by email address, in lower case, or by id', () => {
    const text = `accounts:\n  Ada@Example.com: { text_S: { rpm: 3, tpm: 4 }, create_key: { rpm: 5 } }\n  ${ID.toUpperCase()}: { image: { rpm: 6 } }\n`;
    const outcome = parseServiceFile('f', text, {});
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect(outcome.file.accounts).toEqual(
      new Map([
        [
          'ada@example.com',
          new Map<string, object>([
            ['text_S', { requestsPerMinute: 3, tokensPerMinute: 4 }],
            ['create_key', { requestsPerMinute: 5 }],
          ]),
        ],
        [ID, new Map([['image', { requestsPerMinute: 6 }]])],
      ]),
    );
  });

  it.each([
    [
      'accounts: [ada]',
      ': a list must be a map; write it like { ada@example.com: { text_S: { rpm: 300, tpm: 3000000 } } }',
    ],
    ['accounts: { ada: { image: { rpm: 1 } } }', '.ada: "ada" is not an account; write its email address or its id'],
    [
      `accounts: { ${'a'.repeat(251)}@b.c: { image: { rpm: 1 } } }`,
      `.${'a'.repeat(251)}@b.c: "${'a'.repeat(251)}@b.c" is too long: an email address has at most 254 characters`,
    ],
    [
      'accounts: { ada@b.c: { images: { rpm: 1 } } }',
      '.ada@b.c.images: is not a known field; allowed here: text_XS, text_S, text_M, text_L, image, audio, embedding, video_queue, video_retrieve, audio_queue, audio_retrieve, augment_search, augment_scrape, augment_text_parser, crypto_rpc, create_key, api',
    ],
    [
      'accounts: { ada@b.c: { image: { rpm: 0 } } }',
      '.ada@b.c.image.rpm: 0 is too small: at least 1; write it like 150',
    ],
    ['accounts: { ada@b.c: { image: { tpm: 1 } } }', '.ada@b.c.image.rpm: is missing; write it like 150'],
    [
      'accounts: { ada@b.c: { image: { rpm: 1, rpd: 1 } } }',
      '.ada@b.c.image.rpd: is not a known field; allowed here: rpm, tpm',
    ],
    ['accounts: { ada@b.c: {}, Ada@b.c: {} }', '.Ada@b.c: is the same account as "ada@b.c"; case does not matter'],
  ])('%s', (text, expected) => {
    expect(problems(text)).toEqual([`line 1, accounts${expected}`]);
  });

  it('are limited to a thousand accounts', () => {
    const many = (count: number) =>
      `accounts:\n${Array.from({ length: count }, (_, at) => `  a${at}@b.c: {}\n`).join('')}`;
    expect(problems(many(1_000))).toEqual([]);
    expect(problems(many(1_001))).toEqual([
      'line 1, accounts: a map has too many accounts: at most 1000; set the limits of their tier instead',
    ]);
  });
});

describe('a price for long prompts', () => {
  const at = (extended: string) =>
    MODEL(`{ id: a, ${UPSTREAMS}, price: { input: "1", output: "2", cache_input: "0.5", extended: ${extended} } }`);

  it('is read and shown', () => {
    const text = at('{ above: 200000, input: "2", output: "3", cache_write: "2.5" }');
    const outcome = parseServiceFile('f', text, {});
    const model = outcome.ok ? outcome.file.models[0] : undefined;
    if (model?.type !== 'text') throw new Error('not read');
    expect(model.price.extended).toEqual({
      contextTokenThreshold: 200_000,
      inputNanoUsd: 2_000_000_000n,
      outputNanoUsd: 3_000_000_000n,
      cacheWriteNanoUsd: 2_500_000_000n,
    });
    expect(toWireModel(model, { owner: 'svc' }).model_spec).toHaveProperty('pricing.extended', {
      context_token_threshold: 200_000,
      input: { usd: 2, diem: 2 },
      output: { usd: 3, diem: 3 },
      cache_write: { usd: 2.5, diem: 2.5 },
    });
  });

  it.each([
    ['{ input: "2", output: "3" }', 'extended.above: is missing; write it like 200000'],
    ['{ above: 1.5, input: "2", output: "3" }', 'extended.above: 1.5 must be a whole number; write it like 200000'],
    ['{ above: 1, input: 2, output: "3" }', 'extended.input: 2 must be text; put it in quotes: "2"'],
    ['{ above: 1, input: "2", output: "3,0" }', 'extended.output: "3,0" is not a decimal amount; write it like "0.15"'],
    [
      '{ above: 1, input: "2", output: "3", cache: "1" }',
      'extended.cache: is not a known field; allowed here: above, input, output, cache_input, cache_write',
    ],
    ['2', 'extended: 2 must be a map; write it like { above: 200000, input: "0.30", output: "0.90" }'],
  ])('%s', (extended, expected) => {
    expect(problems(at(extended), {})).toEqual([`line 3, models[0].price.${expected}`]);
  });
});

describe('the text of a problem', () => {
  it('names the line, the member and the fix of a price', () => {
    const text = [
      'providers:',
      '  lab: { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1" }',
      'models:',
      '  - id: big',
      '    upstreams: [{ provider: lab, model: org/big }]',
      '    price:',
      '      input: "0,15"',
      '      output: "0.60"',
    ].join('\n');
    expect(problems(text)).toEqual([
      'line 7, models[0].price.input: "0,15" is not a decimal amount; write it like "0.15"',
    ]);
  });

  it.each([
    [
      'a number as a price',
      `{ id: a, ${UPSTREAMS}, price: { input: 0.15, output: "1" } }`,
      'models[0].price.input: 0.15 must be text; put it in quotes: "0.15"',
    ],
    [
      'no price',
      `{ id: a, ${UPSTREAMS} }`,
      'models[0].price: is missing; write it like { input: "0.15", output: "0.60" }, in USD per million tokens',
    ],
    [
      'half a price',
      `{ id: a, ${UPSTREAMS}, price: { input: "1" } }`,
      'models[0].price.output: is missing; write it like "0.60"',
    ],
    ['no id', `{ ${UPSTREAMS}, ${PRICE} }`, 'models[0].id: is missing; write it like big'],
    [
      'a colon in an id',
      `{ id: "a:b", ${UPSTREAMS}, ${PRICE} }`,
      'models[0].id: "a:b" is not a model id; use letters, digits, ".", "_", "-" and "/", no ":"',
    ],
    [
      'a misspelled member',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, contxt: 1 }`,
      'models[0].contxt: is not a known field; allowed here: type, id, name, description, source, created, privacy, pro, beta, beta_model, offline, uncensored, regions, discount, upstreams, deprecation, class, price, context, max_completion, default_completion, traits, capabilities, quantization, defaults, reasoning_efforts, default_reasoning_effort, max_images, max_videos',
    ],
    [
      'an unknown class',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, class: XL }`,
      'models[0].class: "XL" is not one of: XS, S, M, L',
    ],
    [
      'an unknown provider',
      `{ id: a, upstreams: [{ provider: lob, model: x }], ${PRICE} }`,
      'models[0].upstreams[0].provider: "lob" is not among the providers; add it there, or name one of: embedded, lab',
    ],
    [
      'a provider without its variable',
      `{ id: a, upstreams: [{ provider: openai, model: x }], ${PRICE} }`,
      'models[0].upstreams[0].provider: "openai" is not among the providers; set OPENAI_API_KEY, or add it there',
    ],
    [
      'no upstream',
      `{ id: a, upstreams: [], ${PRICE} }`,
      'models[0].upstreams: a list is too short: at least 1; write it like [{ provider: lab, model: org/big }]',
    ],
    [
      'a broken context',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, context: 1.5 }`,
      'models[0].context: 1.5 must be a whole number; write it like 32768',
    ],
    [
      'a context of zero',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, context: 0 }`,
      'models[0].context: 0 is too small: at least 1; write it like 32768',
    ],
    [
      'a completion above the context',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, context: 10, max_completion: 11 }`,
      'models[0].max_completion: 11 is more than the context of 10; write at most that, or set context',
    ],
    [
      'a default above the maximum',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, context: 10, default_completion: 11 }`,
      'models[0].default_completion: 11 is more than the 10 tokens that the model may generate',
    ],
    ['a number as a name', `{ id: 7, ${UPSTREAMS}, ${PRICE} }`, 'models[0].id: 7 must be text; put it in quotes: "7"'],
    [
      'an impossible date',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, created: 2026-02-31 }`,
      'models[0].created: "2026-02-31" is not a date; write it like "2026-01-31"',
    ],
    [
      'an unknown trait',
      `{ id: a, ${UPSTREAMS}, ${PRICE}, traits: [defualt] }`,
      'models[0].traits[0]: "defualt" is not one of: default, fastest, most_intelligent, most_uncensored, default_reasoning, default_vision, default_code, function_calling_default',
    ],
  ])('%s', (_what, members, expected) => {
    expect(problems(MODEL(members), {})).toEqual([`line 3, ${expected}`]);
  });

  it.each([
    [
      'an id used twice',
      `models:\n  - { id: a, ${UPSTREAMS}, ${PRICE} }\n  - { id: a, ${UPSTREAMS}, ${PRICE} }`,
      'line 4, models[1].id: "a" is already the ID of models[0]; give each model its own',
    ],
    [
      'a trait used twice',
      `models:\n  - { id: a, ${UPSTREAMS}, ${PRICE}, traits: [fastest] }\n  - { id: b, ${UPSTREAMS}, ${PRICE}, traits: [fastest] }`,
      'line 4, models[1].traits[0]: "fastest" is already a trait of "a"; a trait names one model',
    ],
    [
      'an alias that hides a model',
      `models:\n  - { id: a, ${UPSTREAMS}, ${PRICE} }\naliases: { a: b }`,
      'line 4, aliases.a: a model of this file has this ID, so the alias is never used; remove one of them',
    ],
    [
      'an alias to itself',
      'aliases: { a: a }',
      'line 2, aliases.a: points at itself; write the ID of a model, or remove it',
    ],
    [
      'an unknown tier',
      'tiers: { gold: { text_S: { rpm: 1 } } }',
      'line 2, tiers.gold: is not a known field; allowed here: standard, partner',
    ],
    [
      'an unknown class of limits',
      'tiers: { partner: { text_XXL: { rpm: 1 } } }',
      'line 2, tiers.partner.text_XXL: is not a known field; allowed here: text_XS, text_S, text_M, text_L, image, audio, embedding, video_queue, video_retrieve, audio_queue, audio_retrieve, augment_search, augment_scrape, augment_text_parser, crypto_rpc, create_key, api',
    ],
    [
      'an unknown value of include',
      'include: [embeded]',
      'line 2, include[0]: "embeded" is not one of: embedded, automatic',
    ],
    [
      'a misspelled member of the file',
      'modells: []',
      'line 2, modells: is not a known field; allowed here: include, system_prompt, providers, models, aliases, tiers, accounts, characters, image_screening, search',
    ],
  ])('%s', (_what, rest, expected) => {
    const providers = 'providers: { lab: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1 } }\n';
    expect(problems(providers + rest, {})).toEqual([expected]);
  });

  it.each([
    [
      '{ kind: openai, base_url: http://x/v1 }',
      'providers.lab.kind: "openai" is not one of: openai-compatible, anthropic, google, xai, amazon-bedrock, automatic1111, comfyui',
    ],
    ['{ kind: openai-compatible }', 'providers.lab.base_url: is missing; write it like "http://127.0.0.1:8000/v1"'],
    [
      '{ kind: openai-compatible, base_url: lab:8000 }',
      'providers.lab.base_url: "lab:8000" is not an http or https address; write it like "http://127.0.0.1:8000/v1"',
    ],
  ])('a provider %s', (entry, expected) => {
    expect(problems(`providers:\n  lab: ${entry}`)).toEqual([`line 2, ${expected}`]);
  });

  it('refuses reserved names', () => {
    const entry = '{ kind: openai-compatible, base_url: http://x/v1 }';
    expect(problems(`providers:\n  embedded: ${entry}\n  openai: ${entry}`, { OPENAI_API_KEY: 'k' })).toEqual([
      'line 2, providers.embedded: this name belongs to the embedded models; choose another one',
      'line 3, providers.openai: this name belongs to the automatic provider of OPENAI_API_KEY; choose another one',
    ]);
    expect(problems(`providers:\n  openai: ${entry}`, {})).toEqual([]);
    expect(problems(`providers:\n  Lab: ${entry}`, {})).toEqual([
      'line 2, providers.Lab: "Lab" is not a provider name; use lowercase letters, digits, and "-", beginning with a letter',
    ]);
  });

  it('reports all problems, in the order of the lines', () => {
    const text = `aliases: 3\nsystem_prompt: [1]\ninclude: nothing`;
    expect(problems(text)).toEqual([
      'line 1, aliases: 3 must be a map; write it like { gpt-4o: big }',
      'line 2, system_prompt: a list must be text; write it like "You are a helpful assistant."',
      'line 3, include: "nothing" must be a list; write it like [embedded, automatic]',
    ]);
  });

  it.each([
    ['a: [1', /^line 1: /],
    ['models: []\nmodels: []', /^line 2: .*unique/],
    ['models: !foo []', /^line 1: .*tag/],
    ['a: 1\n---\nb: 2', /^line \d: /],
    ['models:\n  - [1]', /^line 2, models\[0\]: a list must be a map$/],
    ['models: *nowhere', /nowhere/],
    [
      `a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]\n`,
      /alias/,
    ],
    ['- 1', /^line 1: a list must be a map/],
  ])('says where %j is not valid YAML', (text, expected) => {
    expect(problems(text)[0]).toMatch(expected);
  });
});

describe('${NAME}', () => {
  const file = (key: string) =>
    `providers:\n  lab:\n    kind: openai-compatible\n    base_url: http://127.0.0.1:8000/v1\n    api_key: ${key}\n`;
  const apiKey = (key: string, environment: Environment) => {
    const outcome = parseServiceFile('f', file(key), environment);
    if (!outcome.ok) return outcome.problems;
    const [provider] = outcome.file.providers;
    return provider && 'apiKey' in provider ? provider.apiKey : undefined;
  };

  it('is replaced inside a text, and kept after a second dollar sign', () => {
    expect(apiKey('"a-${ONE}-${TWO}"', { ONE: '1', TWO: '$&' })).toBe('a-1-$&');
    expect(apiKey('"$${ONE}"', {})).toBe('${ONE}');
  });

  it.each([{ OTHER: '1' }, { ONE: '' }])('is a problem if the variable is not set: %j', (environment) => {
    expect(apiKey('"${ONE}"', environment)).toEqual([
      'line 5, providers.lab.api_key: the environment variable ONE is not set; set it before the start, or write the value here',
    ]);
  });

  it('reports the position in a list', () => {
    const text =
      'models:\n  - id: a\n    upstreams:\n      - { provider: embedded, model: x }\n      - { provider: embedded, model: "${M}" }\n';
    expect(problems(text, {})[0]).toMatch(/^line 5, models\[0\]\.upstreams\[1\]\.model: the environment variable M /);
  });

  it('never reveals its value in a problem', () => {
    const text = 'providers:\n  lab: { kind: openai-compatible, base_url: "${ADDRESS}" }\n';
    expect(problems(text, { ADDRESS: 'secret' })).toEqual([
      'line 2, providers.lab.base_url: "${ADDRESS}" is not an http or https address; write it like "http://127.0.0.1:8000/v1"',
    ]);
  });
});

describe('on disk', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'farebox-service-file-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads and checks a valid file', async () => {
    const path = join(folder, 'good.yaml');
    await writeFile(path, WHOLE.replace('gpt-4o: big', 'gpt-4o: big, small: smollm2-135m'));
    expect((await readServiceFile(path, ENVIRONMENT)).models).toHaveLength(1);
    expect(await checkServiceFile(path, ENVIRONMENT)).toEqual({
      ok: true,
      summary:
        '1 model, 1 provider, 2 aliases, include embedded and automatic; not models of this file, so they must be embedded or automatic: small → smollm2-135m',
    });
  });

  it('lists every problem of an invalid file', async () => {
    const path = join(folder, 'bad.yaml');
    await writeFile(path, 'nothing: 1\ninclude: 2\n');
    const expected = [
      'line 1, nothing: is not a known field; allowed here: include, system_prompt, providers, models, aliases, tiers, accounts, characters, image_screening, search',
      'line 2, include: 2 must be a list; write it like [embedded, automatic]',
    ];
    expect(await checkServiceFile(path, {})).toEqual({ ok: false, problems: expected });
    await expect(readServiceFile(path, {})).rejects.toThrow(
      `the service file ${path} is not usable:\n  ${expected[0]}\n  ${expected[1]}`,
    );
  });

  it('says what to do if there is no file', async () => {
    const path = join(folder, 'none.yaml');
    expect(await checkServiceFile(path, {})).toEqual({
      ok: false,
      problems: [
        `${path} cannot be read (ENOENT); fix SERVICE_FILE, or write a first one with \`npm run -s admin -- service init\``,
      ],
    });
  });
});

describe('initServiceFile', () => {
  const listed = [
    {
      id: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      models: [{ id: 'gpt-4o' }, { id: 'whisper-1' }, { id: 'gpt-99: new', contextTokens: 1_000 }, { id: 'gpt-100' }],
    },
    { id: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: [{ id: 'llama3:8b' }] },
  ];
  const text = initServiceFile({ listed, settings: { priceMarkup: '1' } });

  it('is valid as it is and adds no models', () => {
    const outcome = parseServiceFile('f', text, {});
    expect(outcome).toMatchObject({ ok: true, file: { models: [], providers: [] } });
  });

  it('shows limits that are valid once uncommented', () => {
    const outcome = parseServiceFile('f', text.replace(/# (partner|ada@example\.com): /g, '$1: '), {});
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect([...outcome.file.tiers.keys(), ...outcome.file.accounts.keys()]).toEqual(['partner', 'ada@example.com']);
  });

  it('shows a model of every type that is valid once uncommented', () => {
    const shown = text
      .replace(/^ {2}# (- \{ id: (?!gpt)|lab: )/gm, '  $1')
      .replace(/^ {2}# {5}(price|traits|dimensions|default_duration|model_type)/gm, '      $1');
    const outcome = parseServiceFile('f', shown, ENVIRONMENT);
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    expect(new Set(outcome.file.models.map(({ type }) => type))).toEqual(new Set(MODEL_TYPES));
  });

  it('lists only the text models without a price', () => {
    expect(text).toContain('# openai lists these without a price');
    expect(text).not.toMatch(/id: gpt-4o|whisper|llama3/);
    expect(text).toContain(
      '  # - { id: gpt-100, upstreams: [ { provider: openai, model: gpt-100 } ], price: { input: "", output: "" } }\n',
    );
  });

  it('is a valid file once the lines are uncommented and filled in', () => {
    const filled = text
      .replace(/# (- \{ id: gpt-\d+)/g, '$1')
      .replaceAll('input: ""', 'input: "1"')
      .replaceAll('output: ""', 'output: "2"');
    const outcome = parseServiceFile('f', filled, { OPENAI_API_KEY: 'k' });
    if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
    const read = outcome.file.models.flatMap((model) => (model.type === 'text' ? model : []));
    expect(read.map((model) => [model.id, model.upstreams[0]?.model, model.contextTokens])).toEqual([
      ['gpt-99-new', 'gpt-99: new', 1_000],
      ['gpt-100', 'gpt-100', 32_768],
    ]);
  });

  it('reports the line of a wrong value that was filled in', () => {
    const outcome = parseServiceFile('f', text.replace(/# (- \{ id: gpt-100)/, '$1'), { OPENAI_API_KEY: 'k' });
    expect(outcome.ok ? [] : outcome.problems).toEqual([
      expect.stringMatching(/^line \d+, models\[0\]\.price\.input: "" is not a decimal amount/),
      expect.stringMatching(/^line \d+, models\[0\]\.price\.output: "" is not a decimal amount/),
    ]);
  });
});
