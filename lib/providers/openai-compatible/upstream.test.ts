import { expect, it } from 'vitest';
import { makeOpenAiCompatible } from './provider';
import { kindOf, type ServerKind } from './upstream';

it.each<[string, ServerKind]>([
  ['https://api.openai.com/v1', 'openai'],
  ['https://eu.api.openai.com/v1', 'openai'],
  ['https://mine.openai.azure.com/openai/v1', 'openai'],
  ['https://openrouter.ai/api/v1', 'openrouter'],
  ['http://127.0.0.1:8000/v1', 'generic'],
  ['https://api.openai.com.example.org/v1', 'generic'],
  ['https://notopenrouter.ai/v1', 'generic'],
])('%s is a server of the kind %s', (baseUrl, kind) => {
  expect(kindOf({ id: 'lab', baseUrl })).toBe(kind);
});

it('is of the kind that the operator sets', () => {
  expect(kindOf({ id: 'lab', baseUrl: 'https://api.openai.com/v1', dialect: 'vllm' })).toBe('vllm');
});

it('sends callers’ addresses only to public services', () => {
  const make = (baseUrl: string) => makeOpenAiCompatible({ id: 'lab', baseUrl }).takesUrls;
  expect(make('https://openrouter.ai/api/v1')).toBe(true);
  expect(make('http://127.0.0.1:8000/v1')).toBeUndefined();
});
