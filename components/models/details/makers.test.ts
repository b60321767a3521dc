import { expect, it } from 'vitest';
import { modelOf } from '../test-models';
import { makerOf, markOf } from './makers';

const named = (id: string, name = id, modelSource = '') => {
  const model = modelOf('demo-text-s');
  return { ...model, id, model_spec: { ...model.model_spec, name, modelSource } } as typeof model;
};

it.each([
  ['openai/gpt-4o-mini', 'OpenAI'],
  ['gpt-5', 'OpenAI'],
  ['o3', 'OpenAI'],
  ['claude-sonnet-4-5', 'Anthropic'],
  ['gemini-2.5-flash', 'Google'],
  ['llama3:8b', 'Meta'],
  ['deepseek-r1-distill-llama-70b', 'DeepSeek'],
  ['llama-3.1-nemotron-ultra', 'NVIDIA'],
  ['qwen3-4b', 'Qwen'],
  ['smollm2-135m', 'Hugging Face'],
  ['x-ai/grok-4', 'xAI'],
])('%s is made by %s', (id, maker) => {
  expect(makerOf(named(id))?.name).toBe(maker);
});

it('is also found by name and page', () => {
  expect(makerOf(named('fast', 'Mistral Small'))?.name).toBe('Mistral');
  expect(makerOf(named('fast', 'Fast', 'https://huggingface.co/Qwen/Qwen3-4B'))?.name).toBe('Qwen');
  expect(makerOf(named('lab/demo'))).toBeNull();
  expect(makerOf(named('fast', 'Fast', 'https://huggingface.co/someone/fast'))).toBeNull();
});

it.each([
  ['demo-text-s', '', 'DT'],
  ['flow', 'Flow', 'Fl'],
  ['grid/one', 'One', 'Gr'],
  ['gpt-5', 'GPT-5', 'OA'],
  ['…', '', '?'],
])('the mark of %s (%s) is %s', (id, name, mark) => {
  expect(markOf(named(id, name))).toBe(mark);
});
