import { expect, it } from 'vitest';
import { message } from '../answer/fake-answer';
import { DEFAULT_SETTINGS } from '../types';
import { requestOf } from './request';

it('sends the system prompt first, leaves out empty answers and what the reader did not choose', () => {
  const path = [
    message({ role: 'user', text: 'Hi' }),
    message({ text: '' }),
    message({ role: 'user', text: 'Hi again' }),
  ];
  expect(requestOf(path, 'big', DEFAULT_SETTINGS)).toEqual({
    model: 'big',
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'user', content: 'Hi again' },
    ],
  });
  expect(requestOf(path, 'big', DEFAULT_SETTINGS, 'ada')).toMatchObject({
    svc_parameters: { character_slug: 'ada' },
  });
  expect(requestOf(path, 'big', { ...DEFAULT_SETTINGS, thinking: 'off' }, 'ada')).toMatchObject({
    svc_parameters: { character_slug: 'ada', disable_thinking: true },
  });
  const settings = { system: ' Be brief. ', temperature: 0, topP: 0.5, maxTokens: 9, seed: 0, stop: ['END'] };
  expect(requestOf([], 'big', settings)).toEqual({
    model: 'big',
    messages: [{ role: 'system', content: 'Be brief.' }],
    temperature: 0,
    top_p: 0.5,
    max_completion_tokens: 9,
    seed: 0,
    stop: ['END'],
  });
});

it('sends web options only if one is on, with its sources first in the stream', () => {
  const beside = { enable_web_citations: true, include_search_results_in_stream: true };
  const sent = (settings: object) => requestOf([], 'big', { ...DEFAULT_SETTINGS, ...settings }).svc_parameters;
  expect(sent({})).toBeUndefined();
  expect(sent({ webSearch: 'auto' })).toEqual({ enable_web_search: 'auto', ...beside });
  expect(sent({ webSearch: 'on', readLinks: true })).toEqual({
    enable_web_search: 'on',
    enable_web_scraping: true,
    ...beside,
  });
  expect(sent({ readLinks: true })).toEqual({ enable_web_scraping: true, ...beside });
});
