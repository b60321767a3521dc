import { expect, it } from 'vitest';
import { addressText, kindText } from './provider-labels';

it.each([
  [{ preset: 'ollama', kind: 'openai-compatible' }, 'Ollama'],
  [{ preset: 'other', kind: 'openai-compatible' }, 'OpenAI-compatible'],
  [{ preset: null, kind: 'comfyui' }, 'ComfyUI'],
  [{ preset: null, kind: 'of-a-newer-version' }, 'of-a-newer-version'],
] as const)('%o is “%s”', (provider, text) => {
  expect(kindText(provider)).toBe(text);
});

it.each([
  [{ preset: 'vllm', baseUrl: 'http://10.0.0.5:8000/v1', region: null }, 'http://10.0.0.5:8000/v1'],
  [{ preset: 'amazon-bedrock', baseUrl: null, region: 'eu-west-1' }, 'eu-west-1'],
  [{ preset: 'anthropic', baseUrl: null, region: null }, 'https://api.anthropic.com/v1'],
  [{ preset: null, baseUrl: null, region: null }, 'Default address'],
] as const)('the address of %o is “%s”', (provider, text) => {
  expect(addressText(provider)).toBe(text);
});
