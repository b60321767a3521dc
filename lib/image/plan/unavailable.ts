import { z } from 'zod';

/** The schema of a field that may only be false, because what it turns on is not built. */
export function unavailable(what: string) {
  return z.literal(false, { error: `${what} is not available yet; leave it out, or send false` }).optional();
}
