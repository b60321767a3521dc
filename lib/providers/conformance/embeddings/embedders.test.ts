import { expect, it } from 'vitest';
import { makeOpenAiCompatible } from '../../openai-compatible/provider';
import type { TextEmbedder } from '../../spec';
import { makeVendor } from '../../vendor/provider';
import { LightController } from '../../../platform/light-controller';
import { describeEmbedder } from './test-embedder';
import { cohereWire, EMBEDDING_SECRET, googleWire, openAiWire, titanWire } from './wires';

const embedderOf = ({ embedTexts }: { embedTexts?: TextEmbedder }): TextEmbedder => {
  if (!embedTexts) throw new Error('The provider embeds no texts.');
  return embedTexts;
};
const openAi = (dialect: 'openai' | 'generic') => (origin: string) =>
  embedderOf(makeOpenAiCompatible({ id: 'lab', baseUrl: `${origin}/v1`, apiKey: EMBEDDING_SECRET, dialect }));
const bedrock = (origin: string) => {
  const credentials = { apiKey: EMBEDDING_SECRET };
  return embedderOf(
    makeVendor({ id: 'aws', kind: 'amazon-bedrock', region: 'us-east-1', credentials, baseUrl: origin }),
  );
};
const google = (origin: string) =>
  embedderOf(makeVendor({ id: 'google', kind: 'google', apiKey: EMBEDDING_SECRET, baseUrl: `${origin}/v1beta` }));

describeEmbedder('OpenAI', { wire: openAiWire, make: openAi('openai'), model: 'e-1', dimensions: 8 });
describeEmbedder('an OpenAI-compatible server', {
  wire: openAiWire,
  make: openAi('generic'),
  model: 'e',
  dimensions: 8,
});
describeEmbedder('Google', { wire: googleWire, make: google, model: 'gemini-embedding-001', dimensions: 768 });
const TITAN = 'amazon.titan-embed-text-v2:0';
describeEmbedder('Amazon Titan', { wire: titanWire, make: bedrock, model: TITAN, dimensions: 256 });
describeEmbedder('Cohere at Amazon', { wire: cohereWire, make: bedrock, model: 'cohere.embed-v4:0', dimensions: 512 });

it('refuses a length that Amazon’s model does not have, before anything is sent', async () => {
  const { signal } = new LightController();
  const call = { model: TITAN, texts: ['a'], dimensions: 300, signal };
  await expect(bedrock('http://127.0.0.1:1')(call)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
});

it('has no embeddings of Anthropic', () => {
  expect(makeVendor({ id: 'a', kind: 'anthropic', apiKey: 'x' }).embedTexts).toBeUndefined();
});
