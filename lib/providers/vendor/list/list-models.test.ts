import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusedStatus } from '../../kit/list-refused';
import { listModelsOf } from '../../list-models';
import { signAwsRequest } from './sign-aws';

let server: Server;
let baseUrl = '';
let answers: Record<string, unknown> = {};
let asked: { url: string; headers: IncomingHttpHeaders }[] = [];
const { signal } = new AbortController();

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    asked.push({ url, headers: incoming.headers });
    const known = Object.hasOwn(answers, url);
    outgoing.writeHead(known ? 200 : 403, { 'content-type': 'application/json' });
    outgoing.end(known ? JSON.stringify(answers[url]) : '{"error":{"message":"no"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

describe('the models of a vendor', () => {
  it('are those of Anthropic, page by page', async () => {
    answers = {
      '/models?limit=1000': {
        data: [{ type: 'model', id: 'claude-a', display_name: 'Claude A', created_at: '2026-01-31T00:00:00Z' }],
        has_more: true,
        last_id: 'claude-a',
      },
      '/models?limit=1000&after_id=claude-a': { data: [{ id: 'claude-b' }], has_more: false, last_id: 'claude-b' },
    };
    const models = await listModelsOf({ id: 'a', kind: 'anthropic', apiKey: 'sk-ant-1', baseUrl }, signal);
    expect(models).toEqual([{ id: 'claude-a', name: 'Claude A', createdSeconds: 1_769_817_600 }, { id: 'claude-b' }]);
    expect(asked.map(({ headers }) => [headers['x-api-key'], headers['anthropic-version']])).toEqual([
      ['sk-ant-1', '2023-06-01'],
      ['sk-ant-1', '2023-06-01'],
    ]);
  });

  it('are those of Google that chat, by their own names', async () => {
    answers = {
      '/models?pageSize=1000': {
        models: [
          {
            name: 'models/gemini-a',
            displayName: 'Gemini A',
            inputTokenLimit: 1_048_576,
            outputTokenLimit: 65_536,
            supportedGenerationMethods: ['generateContent', 'countTokens'],
          },
          { name: 'models/embedder', supportedGenerationMethods: ['embedContent'] },
        ],
        nextPageToken: 'p/2',
      },
      '/models?pageSize=1000&pageToken=p%2F2': {},
    };
    const models = await listModelsOf({ id: 'g', kind: 'google', apiKey: 'AIza-1', baseUrl }, signal);
    expect(models).toEqual([
      { id: 'gemini-a', name: 'Gemini A', contextTokens: 1_048_576, maxCompletionTokens: 65_536 },
      { id: 'embedder', kind: 'other' },
    ]);
    // The key is in a header, never in the address.
    expect(asked.map(({ headers }) => headers['x-goog-api-key'])).toEqual(['AIza-1', 'AIza-1']);
    expect(JSON.stringify(asked.map(({ url }) => url))).not.toContain('AIza');
  });

  it.each([
    ['an API key', { apiKey: 'bedrock-key' }, /^Bearer bedrock-key$/],
    [
      'access keys',
      { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'session' },
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/bedrock\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
    ],
  ])('are those of Amazon Bedrock that can be called, with %s', async (_, credentials, authorization) => {
    answers = {
      '/foundation-models': {
        modelSummaries: [
          {
            modelId: 'amazon.nova',
            modelName: 'Nova',
            providerName: 'Amazon',
            inputModalities: ['TEXT', 'IMAGE'],
            outputModalities: ['TEXT'],
            inferenceTypesSupported: ['ON_DEMAND'],
          },
          { modelId: 'anthropic.claude', inferenceTypesSupported: ['INFERENCE_PROFILE'] },
          { modelId: 'amazon.canvas', outputModalities: ['IMAGE'], inferenceTypesSupported: ['ON_DEMAND'] },
        ],
      },
      '/inference-profiles?maxResults=1000': {
        inferenceProfileSummaries: [
          { inferenceProfileId: 'eu.anthropic.claude', inferenceProfileName: 'EU Claude', status: 'ACTIVE' },
          { inferenceProfileId: 'eu.gone', status: 'DELETED' },
        ],
      },
    };
    const upstream = { id: 'b', kind: 'amazon-bedrock', region: 'eu-west-1', credentials, baseUrl } as const;
    expect(await listModelsOf(upstream, signal)).toEqual([
      { id: 'eu.anthropic.claude', name: 'EU Claude' },
      { id: 'amazon.nova', name: 'Amazon Nova', kind: 'text', abilities: ['tools', 'vision', 'multiple_images'] },
      { id: 'amazon.canvas', kind: 'image' },
    ]);
    for (const { headers } of asked) expect(headers.authorization).toMatch(authorization);
  });

  it('are those that can be read: an odd entry hides no other, and no list is an empty one', async () => {
    const odd = [null, 7, 'x', {}, { id: 5 }, { id: '' }, { id: 'x'.repeat(301) }];
    const of = (kind: 'anthropic' | 'google') => listModelsOf({ id: 'v', kind, apiKey: 'k', baseUrl }, signal);
    answers = { '/models?limit=1000': { data: [...odd, { id: 'claude', display_name: 5 }] } };
    expect(await of('anthropic')).toEqual([{ id: 'claude' }]);
    answers = { '/models?limit=1000': { data: null } };
    expect(await of('anthropic')).toEqual([]);
    const gemini = { name: 'models/gemini', inputTokenLimit: 'many', supportedGenerationMethods: 'all' };
    answers = { '/models?pageSize=1000': { models: [...odd, gemini, { displayName: 'nameless' }] } };
    expect(await of('google')).toEqual([{ id: 'gemini' }]);
    answers = { '/models?pageSize=1000': { models: null } };
    expect(await of('google')).toEqual([]);
    const credentials = { apiKey: 'k' };
    const bedrock = () =>
      listModelsOf({ id: 'b', kind: 'amazon-bedrock', region: 'eu-west-1', credentials, baseUrl }, signal);
    // Without the right to list profiles.
    answers = { '/foundation-models': { modelSummaries: [...odd, { modelId: 'nova' }] } };
    expect(await bedrock()).toEqual([{ id: 'nova' }]);
    answers = {
      '/foundation-models': { modelSummaries: null },
      '/inference-profiles?maxResults=1000': { inferenceProfileSummaries: [...odd, { inferenceProfileId: 'eu.nova' }] },
    };
    expect(await bedrock()).toEqual([{ id: 'eu.nova' }]);
    answers = { '/foundation-models': {}, '/inference-profiles?maxResults=1000': { inferenceProfileSummaries: 7 } };
    await expect(bedrock()).rejects.toThrow('The list of models is not a list.');
  });

  it('are refused with the status that the vendor answers, and are a list', async () => {
    answers = { '/models?limit=1000': { nothing: true } };
    const of = (kind: 'anthropic' | 'google') => listModelsOf({ id: 'v', kind, apiKey: 'k', baseUrl }, signal);
    await expect(of('anthropic')).rejects.toThrow('The list of models is not a list.');
    expect(refusedStatus(await of('google').catch((error: unknown) => error))).toBe(403);
  });
});

// The published examples of Signature Version 4: `get-vanilla` and `get-vanilla-query-order-key-case`.
it.each([
  ['https://example.amazonaws.com/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'https://example.amazonaws.com/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
])('signs %s as Amazon does', (url, signature) => {
  const atMs = Date.parse('2015-08-30T12:36:00Z');
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  expect(signAwsRequest({ url, region: 'us-east-1', service: 'service', atMs }, keys)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`,
  });
});
