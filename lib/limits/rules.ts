import { HOUR_MS, MINUTE_MS } from '../core/time';

/** So many in a window of so long. */
export type Rule = { limit: number; windowMs: number };

/** The numbers of what is counted per address or e-mail. Source: the issue “Foundation”. */
export const RULES = {
  /** Counted per address and, apart, per e-mail. */
  signIn: { limit: 10, windowMs: MINUTE_MS },
  signUp: { limit: 5, windowMs: HOUR_MS },
  resetPassword: { limit: 10, windowMs: MINUTE_MS },
} satisfies Record<string, Rule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
