/** What pages need of models without the catalog. */

/** Assumed if a model's context is unknown. */
export const ASSUMED_CONTEXT_TOKENS = 32_768;

/** Assumed for a text model of which nothing is known: one that lacks them refuses the request itself. */
export const ASSUMED_ABILITIES = ['tools', 'schema', 'logprobs'] as const;
