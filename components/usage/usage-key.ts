/** Above the queries of what was used: invalidate it after whatever costs. */
export const USAGE_KEY = ['usage'] as const;
