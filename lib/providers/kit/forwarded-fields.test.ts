import { expect, it } from 'vitest';
import { forwardedFields } from './forwarded-fields';

it('forwards sampling settings unchanged', () => {
  const extra = { logit_bias: { 5: 1 }, mirostat: 2, min_tokens: null };
  expect(forwardedFields(extra)).toEqual(extra);
});

it.each([
  ['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call'],
  ['response_format', 'logprobs', 'top_logprobs', 'reasoning', 'reasoning_effort', 'verbosity', 'stop_token_ids'],
  ['model', 'n', 'max_tokens', 'stream', 'service_tier', 'provider', 'models'],
  ['guided_json', 'guided_regex', 'grammar', 'n_probs', 'search_parameters', 'extra_body', 'enable_thinking', 'x'],
  ['chat_template', 'chat_template_kwargs', 'documents', 'session_id', 'routed_dp_rank'],
])('drops what the service or the operator sets: %s, …', (...names) => {
  expect(forwardedFields(Object.fromEntries(names.map((name) => [name, 1])))).toEqual({});
});
