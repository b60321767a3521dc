import { describe, expect, it } from 'vitest';
import { ChatRequest } from '../contract';
import { toCallOptions } from './to-call-options';

const base = { model: 'm', messages: [{ role: 'user', content: 'Hello' }] };
const THINKING = { abilities: ['reasoning' as const] };

const optionsOf = (more: object, thinks = true, model: Parameters<typeof toCallOptions>[2] = THINKING) =>
  toCallOptions(ChatRequest.parse({ ...base, ...more }), thinks, model);
const tool = { type: 'function', function: { name: 'f' } };
const schema = { type: 'object', properties: { a: { type: 'string' } } };

describe('options that were not requested are absent', () => {
  it.each([
    {},
    { tools: [], tool_choice: 'auto', parallel_tool_calls: true },
    { tools: [{ type: 'web_search' }], parallel_tool_calls: false },
    { response_format: { type: 'text' }, verbosity: 'auto', prompt_cache_retention: 'default' },
    { logprobs: false, top_logprobs: 5 },
    { reasoning: {} },
    { stop_token_ids: [] },
  ])('%j', (more) => {
    const { sampling, ...rest } = optionsOf(more);
    expect(rest).toEqual({ stop: [] });
    expect(Object.values(sampling).every((value) => value === undefined)).toBe(true);
  });
});

describe('requested options', () => {
  it.each<[object, object]>([
    [{ tools: [tool] }, { tools: [{ name: 'f' }] }],
    [
      { tools: [{ type: 'function', function: { name: 'f', description: 'd', parameters: schema, strict: true } }] },
      { tools: [{ name: 'f', description: 'd', parameters: schema, strict: true }] },
    ],
    [
      { tools: [tool], tool_choice: 'required', parallel_tool_calls: false },
      { toolChoice: 'required', parallelToolCalls: false },
    ],
    [{ tools: [tool], tool_choice: tool }, { toolChoice: { name: 'f' } }],
    [{ response_format: { type: 'json_object' } }, { responseFormat: { type: 'json_object' } }],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'd', strict: true, schema } } },
      { responseFormat: { type: 'json_schema', name: 'n', description: 'd', strict: true, schema } },
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { ...schema, description: 'of the schema' } } },
      {
        responseFormat: {
          type: 'json_schema',
          name: 'response',
          schema: { ...schema, description: 'of the schema' },
        },
      },
    ],
    [{ logprobs: true }, { logprobs: { top: 0 } }],
    [{ logprobs: true, top_logprobs: 3 }, { logprobs: { top: 3 } }],
    [{ logprobs: true, top_logprobs: 1_000 }, { logprobs: { top: 20 } }],
    [{ reasoning_effort: 'low', reasoning: { effort: 'high' } }, { reasoning: { effort: 'low' } }],
    [{ reasoning: { effort: 'high', enabled: false } }, { reasoning: { effort: 'high' } }],
    [{ reasoning: { enabled: false, summary: 'auto' } }, { reasoning: { enabled: false, summary: 'auto' } }],
    [{ text: { verbosity: 'low' } }, { verbosity: 'low' }],
    [{ text: { verbosity: 'low' }, verbosity: 'high' }, { verbosity: 'high' }],
    [{ prompt_cache_retention: 'extended' }, { promptCacheRetention: '24h' }],
    [
      { stop: 'END', stop_token_ids: [2] },
      { stop: ['END'], stopTokenIds: [2] },
    ],
    [{ min_temp: 0.1, max_temp: 1.5 }, { sampling: { minTemperature: 0.1, maxTemperature: 1.5 } }],
  ])('%j', (more, options) => expect(optionsOf(more)).toMatchObject(options));

  it('override the operator’s defaults, which apply otherwise', () => {
    const model = {
      ...THINKING,
      sentDefaults: { temperature: 0.3, topP: 0.8 },
      defaultReasoningEffort: 'low',
    } as const;
    const unset = optionsOf({}, true, model);
    expect(unset.sampling).toMatchObject({ temperature: 0.3, topP: 0.8, frequencyPenalty: undefined });
    expect(unset.reasoning).toEqual({ effort: 'low' });
    const set = optionsOf({ temperature: 0, reasoning_effort: 'high' }, true, model);
    expect(set.sampling).toMatchObject({ temperature: 0, topP: 0.8 });
    expect(set.reasoning).toEqual({ effort: 'high' });
    expect(optionsOf({ reasoning: { enabled: false } }, true, model).reasoning).toEqual({ enabled: false });
  });

  it('omit reasoning if the model does not reason', () => {
    expect(optionsOf({ reasoning_effort: 'none' }, true, { abilities: [] })).toMatchObject({ reasoning: undefined });
    expect(optionsOf({}, false, { abilities: ['tools'] })).toMatchObject({ reasoning: undefined });
  });

  it('turn reasoning off if it is disabled, whatever else is requested', () => {
    expect(optionsOf({ reasoning_effort: 'high' }, false).reasoning).toEqual({ enabled: false });
  });
});
