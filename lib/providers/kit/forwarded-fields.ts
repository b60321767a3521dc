/**
 * Whether a field outside our schema is sent upstream unchanged: sampling settings that open servers know, and those that
 * the operator lists for a provider. All others are ignored (docs/api-rules.md, "Unknown fields"): no list of dangerous
 * fields could ever be complete. They might change who answers, what the operator pays or what is held, bypass a
 * capability gate, or reach into the upstream's internals.
 * @param further the operator's list
 */
export function isForwarded(name: string, further: ReadonlySet<string>): boolean {
  return FORWARDED.has(name) || further.has(name);
}

/** The names of these fields. */
// prettier-ignore
export const FORWARDED_FIELDS: readonly string[] = [
  'logit_bias', 'min_tokens', 'ignore_eos', 'bad_words', 'allowed_token_ids', 'include_stop_str_in_output',
  'skip_special_tokens', 'spaces_between_special_tokens', 'no_stop_trim',
  'top_a', 'top_n_sigma', 'typical_p', 'tfs_z', 'length_penalty', 'smoothing_factor', 'samplers', 'min_keep',
  'repeat_last_n', 'mirostat', 'mirostat_tau', 'mirostat_eta', 'xtc_probability', 'xtc_threshold',
  'dry_multiplier', 'dry_base', 'dry_allowed_length', 'dry_penalty_last_n', 'dry_sequence_breakers',
];

const FORWARDED: ReadonlySet<string> = new Set(FORWARDED_FIELDS);
