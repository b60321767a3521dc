import type { Caller } from '../accounts/caller';

/** Somebody at a browser who is signed in: nobody else changes an account. */
export type Person = Extract<Caller, { kind: 'session' }>;
