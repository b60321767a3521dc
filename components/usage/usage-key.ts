/** The prefix of the usage queries: invalidate it after anything that costs. */
export const USAGE_KEY = ['usage'] as const;
