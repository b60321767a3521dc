import { amazonBedrockDialect } from '../conformance/dialects/amazon-bedrock';
import { anthropicDialect } from '../conformance/dialects/anthropic';
import { googleDialect } from '../conformance/dialects/google';
import { xaiDialect } from '../conformance/dialects/xai';
import { describeChatModel } from '../conformance/test-chat-model';
import { makeVendor } from './provider';

describeChatModel('anthropic', {
  dialect: anthropicDialect,
  make: ({ origin, secret, times }) =>
    makeVendor({ id: 'lab', kind: 'anthropic', baseUrl: `${origin}/v1`, apiKey: secret, times }),
  lacks: ['logprobs', 'no usage', 'seed', 'whole forced calls'],
});

describeChatModel('google', {
  dialect: googleDialect,
  make: ({ origin, secret, times }) =>
    makeVendor({ id: 'lab', kind: 'google', baseUrl: `${origin}/v1beta`, apiKey: secret, times }),
  lacks: ['logprobs', 'fragments', 'written tokens'],
});

describeChatModel('xai', {
  dialect: xaiDialect,
  make: ({ origin, secret, times }) =>
    makeVendor({ id: 'lab', kind: 'xai', baseUrl: `${origin}/v1`, apiKey: secret, times }),
  lacks: ['logprobs', 'written tokens', 'topK', 'stop'],
});

describeChatModel('amazon-bedrock', {
  dialect: amazonBedrockDialect,
  make: ({ origin, secret, times }) =>
    makeVendor({
      id: 'lab',
      kind: 'amazon-bedrock',
      baseUrl: origin,
      region: 'eu-west-1',
      credentials: { apiKey: secret },
      times,
    }),
  lacks: ['logprobs', 'reasoning tokens', 'seed', 'topK'],
});
