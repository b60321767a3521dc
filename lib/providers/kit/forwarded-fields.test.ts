import { expect, it } from 'vitest';
import { FORWARDED_FIELDS, isForwarded } from './forwarded-fields';

const NONE: ReadonlySet<string> = new Set();

it('forwards sampling settings', () => {
  for (const name of ['logit_bias', 'mirostat', 'min_tokens', ...FORWARDED_FIELDS]) {
    expect(isForwarded(name, NONE)).toBe(true);
  }
});

it('forwards what the operator lists', () => {
  expect(isForwarded('guided_json', new Set(['guided_json']))).toBe(true);
  expect(isForwarded('guided_regex', new Set(['guided_json']))).toBe(false);
});

it.each([
  ['tools', 'tool_choice', 'parallel_tool_calls', 'functions', 'function_call'],
  ['response_format', 'logprobs', 'top_logprobs', 'reasoning', 'reasoning_effort', 'verbosity', 'stop_token_ids'],
  ['model', 'n', 'max_tokens', 'stream', 'service_tier', 'provider', 'models'],
  ['guided_json', 'guided_regex', 'grammar', 'n_probs', 'search_parameters', 'extra_body', 'enable_thinking', 'x'],
  ['chat_template', 'chat_template_kwargs', 'documents', 'session_id', 'routed_dp_rank'],
])('drops what the service or the operator sets: %s, …', (...names) => {
  for (const name of names) expect(isForwarded(name, NONE)).toBe(false);
});
