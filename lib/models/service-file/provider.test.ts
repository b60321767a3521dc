import { describe, expect, it } from 'vitest';
import { parseServiceFile } from '../service-file';

const read = (entry: string) => parseServiceFile('f', `providers:\n  lab: ${entry}\n`, { KEY: 'sk-secret' });
const providers = (entry: string) => {
  const outcome = read(entry);
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.file.providers;
};
const problems = (entry: string) => {
  const outcome = read(entry);
  return outcome.ok ? [] : outcome.problems;
};

describe('a provider of the service file', () => {
  it('is an OpenAI-compatible server of a dialect', () => {
    const entry =
      '{ kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1", dialect: llama.cpp, media_urls: forward, times: { idle_ms: 90000 } }';
    expect(providers(entry)).toEqual([
      {
        id: 'lab',
        kind: 'openai-compatible',
        baseUrl: 'http://127.0.0.1:8000/v1',
        dialect: 'llama.cpp',
        takesUrls: true,
        times: { idleMs: 90_000 },
      },
    ]);
  });

  it('gets the fields that it lists', () => {
    const entry = '{ kind: openai-compatible, base_url: "http://x/v1", forward_fields: [guided_json, priority] }';
    expect(providers(entry)).toMatchObject([{ forwardFields: ['guided_json', 'priority'] }]);
  });

  it('answers callers who do not stream as the operator says', () => {
    const kinds = [
      'kind: openai-compatible, base_url: "http://x/v1"',
      'kind: anthropic, api_key: k',
      'kind: google, api_key: k',
      'kind: xai, api_key: k',
      'kind: amazon-bedrock, region: us-east-1, api_key: k',
    ];
    for (const kind of kinds) {
      for (const unstreamed of ['whole', 'stream']) {
        expect(providers(`{ ${kind}, unstreamed: ${unstreamed} }`)).toMatchObject([{ unstreamed }]);
      }
      expect(providers(`{ ${kind} }`)[0]).not.toHaveProperty('unstreamed');
      expect(problems(`{ ${kind}, unstreamed: both }`).join()).toContain('unstreamed');
    }
  });

  it('is a vendor with a key, at its own address or another one', () => {
    expect(providers('{ kind: anthropic, api_key: "${KEY}" }')).toEqual([
      { id: 'lab', kind: 'anthropic', apiKey: 'sk-secret' },
    ]);
    expect(providers('{ kind: google, api_key: k, base_url: "http://127.0.0.1:9", media_urls: inline }')).toEqual([
      { id: 'lab', kind: 'google', apiKey: 'k', baseUrl: 'http://127.0.0.1:9' },
    ]);
    expect(providers('{ kind: xai, api_key: k, media_urls: forward }')).toEqual([
      { id: 'lab', kind: 'xai', apiKey: 'k', takesUrls: true },
    ]);
  });

  it('is Amazon Bedrock with an API key, or with the access keys of an account', () => {
    const at = { id: 'lab', kind: 'amazon-bedrock', region: 'us-gov-west-1' };
    const entry = (rest: string) => `{ kind: amazon-bedrock, region: us-gov-west-1, ${rest} }`;
    expect(providers(entry('api_key: k'))).toEqual([{ ...at, credentials: { apiKey: 'k' } }]);
    expect(providers(entry('access_key_id: a, secret_access_key: s'))).toEqual([
      { ...at, credentials: { accessKeyId: 'a', secretAccessKey: 's' } },
    ]);
    expect(providers(entry('access_key_id: a, secret_access_key: s, session_token: t'))).toEqual([
      { ...at, credentials: { accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't' } },
    ]);
  });

  it('is an image server with a user and a password', () => {
    const entry = '{ kind: automatic1111, base_url: "http://127.0.0.1:7860", api_auth: "me:${KEY}" }';
    expect(providers(entry)).toEqual([
      { id: 'lab', kind: 'automatic1111', baseUrl: 'http://127.0.0.1:7860', apiAuth: 'me:sk-secret' },
    ]);
  });

  it('is a ComfyUI server with workflows', () => {
    const nodes = '{ "6": { class_type: CLIPTextEncode, inputs: { text: "" }, _meta: { title: Prompt } } }';
    const entry = `{ kind: comfyui, base_url: "http://x", workflows: { sdxl: { nodes: ${nodes}, inputs: { prompt: 6.text }, output: "6" } } }`;
    const [provider] = providers(entry);
    if (provider?.kind !== 'comfyui') throw new Error('not a ComfyUI server');
    expect(provider.workflows.get('sdxl')).toMatchObject({
      nodes: { '6': { class_type: 'CLIPTextEncode', inputs: { text: '' } } },
      inputs: { prompt: [{ node: '6', input: 'text' }] },
      output: '6',
    });
  });

  it.each([
    ['inputs: { prompt: 6.txt }', '.inputs.prompt: "6.txt" is not in the workflow; its inputs are: text'],
    ['inputs: { prompt: [6.text, 7.text] }', '.inputs.prompt[1]: "7.text" is not in the workflow; its nodes are: 6'],
    ['inputs: {}, output: "9"', '.output: "9" is not in the workflow; its nodes are: 6'],
    ['inputs: {}, outputs: "6"', '.outputs: is not a known field; allowed here: nodes, inputs, output'],
    ['output: "6"', '.inputs: is missing; write it like { prompt: "6.text", seed: "3.seed" }'],
    [
      'inputs: { promt: 6.text }',
      '.inputs.promt: is not a known field; allowed here: prompt, negative_prompt, width, height, seed, steps, cfg_scale, lora_strength, image, mask, scale, creativity',
    ],
  ])('a workflow with %s is reported with what is wrong', (rest, expected) => {
    const workflow = `{ nodes: { "6": { class_type: A, inputs: { text: "" } } }, ${rest} }`;
    const entry = `{ kind: comfyui, base_url: "http://x", workflows: { sdxl: ${workflow} } }`;
    expect(problems(entry)).toEqual([`line 2, providers.lab.workflows.sdxl${expected}`]);
  });

  it.each([
    ['{ base_url: "http://x/v1" }', '.kind: is missing; write it like openai-compatible'],
    [
      '{ kind: 7 }',
      '.kind: 7 is not one of: openai-compatible, anthropic, google, xai, amazon-bedrock, automatic1111, comfyui',
    ],
    ['{ kind: xai }', '.api_key: is missing; write it like "${LAB_KEY}"'],
    ['{ kind: anthropic }', '.api_key: is missing; write it like "${LAB_KEY}"'],
    ['{ kind: google, api_key: 7 }', '.api_key: 7 must be text; put it in quotes: "7"'],
    [
      '{ kind: google, api_key: k, base_url: "ftp://x" }',
      '.base_url: "ftp://x" is not an http or https address; write it like "http://127.0.0.1:8000/v1"',
    ],
    [
      '{ kind: anthropic, api_key: k, dialect: vllm }',
      '.dialect: is not a known field; allowed here: kind, api_key, base_url, media_urls, unstreamed, times',
    ],
    [
      '{ kind: openai-compatible, base_url: "http://x/v1", region: us-east-1 }',
      '.region: is not a known field; allowed here: kind, base_url, api_key, dialect, forward_fields, media_urls, unstreamed, times',
    ],
    [
      '{ kind: openai-compatible, base_url: "http://x/v1", dialect: lmstudio }',
      '.dialect: "lmstudio" is not one of: openai, openrouter, vllm, sglang, llama.cpp, ollama, tgi, lm-studio, localai',
    ],
    ['{ kind: anthropic, api_key: k, media_urls: both }', '.media_urls: "both" is not one of: inline, forward'],
    [
      '{ kind: anthropic, api_key: k, times: { whole_ms: 600001 } }',
      '.times.whole_ms: 600001 is too large: at most 600000',
    ],
    [
      '{ kind: anthropic, api_key: k, times: { idle_ms: 0 } }',
      '.times.idle_ms: 0 is too small: at least 100; write it like 60000',
    ],
    [
      '{ kind: anthropic, api_key: k, times: { connect_ms: 1000 } }',
      '.times.connect_ms: is not a known field; allowed here: first_byte_ms, idle_ms, whole_ms',
    ],
    [
      '{ kind: amazon-bedrock, api_key: k, media_urls: inline, region: us-east-1 }',
      '.media_urls: is not a known field; allowed here: kind, region, api_key, access_key_id, secret_access_key, session_token, base_url, unstreamed, times',
    ],
    [
      '{ kind: openai-compatible, base_url: "http://x/v1", forward_fields: [stream] }',
      '.forward_fields[0]: "stream" is decided by the service; leave it out',
    ],
    [
      '{ kind: openai-compatible, base_url: "http://x/v1", forward_fields: [a, __proto__] }',
      '.forward_fields[1]: "__proto__" is not the name of a field; use at most 64 letters, digits, and "_", beginning with a letter',
    ],
    [
      '{ kind: automatic1111, base_url: "http://x", api_auth: password }',
      '.api_auth: "password" is not a user and a password; write it like "user:password"',
    ],
    [
      '{ kind: automatic1111, base_url: "http://x", api_key: k }',
      '.api_key: is not a known field; allowed here: kind, base_url, api_auth, times',
    ],
    ['{ kind: amazon-bedrock, api_key: k }', '.region: is missing; write it like "us-east-1"'],
    [
      '{ kind: amazon-bedrock, api_key: k, region: "http://x" }',
      '.region: "http://x" is not a region; write it like "us-east-1"',
    ],
    [
      '{ kind: amazon-bedrock, region: us-east-1 }',
      ': has no credentials; add api_key, or access_key_id and secret_access_key',
    ],
    [
      '{ kind: amazon-bedrock, region: us-east-1, access_key_id: a }',
      '.secret_access_key: is missing; an access key ID and its secret access key are both needed',
    ],
    [
      '{ kind: amazon-bedrock, region: us-east-1, api_key: k, secret_access_key: s }',
      '.api_key: is set together with other credentials; keep only this one, or remove it',
    ],
  ])('%s is reported with what is wrong', (entry, expected) => {
    expect(problems(entry)).toEqual([`line 2, providers.lab${expected}`]);
  });

  it('never shows a secret', () => {
    expect(
      JSON.stringify(problems('{ kind: google, api_key: "${KEY}", base_url: "${KEY}", dialect: x }')),
    ).not.toContain('sk-secret');
  });
});
