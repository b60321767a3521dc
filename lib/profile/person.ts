import type { Caller } from '../accounts/caller';

/** A signed-in user in a browser: only they can change an account. */
export type Person = Extract<Caller, { kind: 'session' }>;
