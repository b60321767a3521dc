/** Of fields that are not in our schema, those that an upstream may get. All others go to it as they came. */
export function forwardedFields(extra: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !NEVER_FORWARDED.has(name)));
}

/**
 * Fields that a caller cannot pass on: they would change who answers, what the operator pays, how much is generated
 * beyond what is held, walk round a capability gate, or reach into the upstream's inside.
 */
// prettier-ignore
const NEVER_FORWARDED = new Set([
  // Ours to set, under every name in use.
  'model', 'messages', 'prompt', 'input', 'stream', 'stream_options', 'n', 'best_of', 'use_beam_search', 'max_tokens',
  'max_completion_tokens', 'max_output_tokens', 'max_new_tokens', 'max_length', 'n_predict', 'num_predict', 'options',
  'user', 'store', 'metadata',
  // Another model, another route, another price.
  'models', 'provider', 'route', 'transforms', 'plugins', 'preset', 'service_tier', 'speed', 'priority', 'lora_path',
  'lora', 'adapter_id', 'fallbacks', 'web_search_options', 'modalities', 'audio', 'prediction', 'background',
  // Tools under every name: what is allowed of them goes through the gate, not past it.
  'tools', 'tool_choice', 'functions', 'function_call', 'tool_resources', 'builtin_tools', 'mcp_servers',
  // Settings that we know: they reach an upstream in its own words, checked.
  'parallel_tool_calls', 'response_format', 'logprobs', 'top_logprobs', 'reasoning', 'reasoning_effort', 'verbosity',
  'stop_token_ids', 'prompt_cache_key', 'prompt_cache_retention', 'min_temp', 'max_temp',
  // Text that a template puts into the prompt, and switches of the template itself.
  'documents', 'context', 'rag', 'system', 'system_prompt', 'instructions', 'suffix', 'chat_template_kwargs',
  'template_kwargs', 'add_generation_prompt', 'continue_final_message', 'prompt_template', 'prompt_embeds',
  'truncate_prompt_tokens', 'images', 'videos', 'files', 'multi_modal_data', 'image_data', 'input_ids',
  // The upstream's inside.
  'request_id', 'rid', 'id_slot', 'slot_id', 'keep_alive', 'kv_transfer_params', 'vllm_xargs', 'bootstrap_host',
  'bootstrap_port', 'bootstrap_room', 'session_params', 'session_id', 'chat_template', 'custom_logit_processor',
  'logits_processors', 'mm_processor_kwargs', 'media_io_kwargs', 'return_hidden_states', 'prompt_logprobs', 'echo',
  'return_token_ids', 'return_prompt_token_ids', 'return_prompt_text', 'return_routed_experts', 'return_meta_info',
  'routed_dp_rank', 'data_parallel_rank', 'disagg_prefill_dp_rank', 'ec_transfer_params', 'custom_params',
  'custom_labels', 'ngram_corpus_id', 'reasoning_control', 'debug', 'trace',
]);
