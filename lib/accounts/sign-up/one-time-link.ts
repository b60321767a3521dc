import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { hashSecret, randomBase62 } from '../keys/key-token';
import { oneTimeLink } from '../tables';

/** The purpose of a link: a new account or a new password. */
export type LinkPurpose = 'invite' | 'reset';

/** How long a link is valid. */
const LIFE_MS: Record<LinkPurpose, number> = { invite: 7 * DAY_MS, reset: DAY_MS };
const TOKEN_CHARACTERS = 43;

/** Creates a one-time link's token; only its hash is stored. A reset names the account whose password it may set. */
export async function createLinkToken(
  purpose: LinkPurpose,
  accountId: string | null,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBase62(TOKEN_CHARACTERS);
  const expiresAt = new Date(clock.now() + LIFE_MS[purpose]);
  await database()
    .orm.insert(oneTimeLink)
    .values({ tokenHash: hashSecret(token), purpose, accountId, expiresAt });
  return { token, expiresAt };
}

/** A valid link: its account, null for an invitation. */
export type LiveLink = { accountId: string | null };

/** The link of a token that is still valid, else null; for an early check before expensive work. */
export async function findLiveLink(within: Queryable, purpose: LinkPurpose, token: string): Promise<LiveLink | null> {
  const { accountId } = oneTimeLink;
  const [live] = await within.orm.select({ accountId }).from(oneTimeLink).where(isLive(purpose, token));
  return live ?? null;
}

/**
 * Uses a token, once: of two concurrent calls, one gets null.
 * @returns null if it is unknown, used, or expired
 */
export async function consumeLinkToken(
  within: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<LiveLink | null> {
  const [used] = await within.orm
    .update(oneTimeLink)
    .set({ usedAt: new Date(clock.now()) })
    .where(isLive(purpose, token))
    .returning({ accountId: oneTimeLink.accountId });
  return used ?? null;
}

/** Invalidates the remaining password reset links of an account. */
export async function invalidateResetLinks(within: Queryable, accountId: string): Promise<void> {
  await within.orm
    .update(oneTimeLink)
    .set({ usedAt: new Date(clock.now()) })
    .where(and(eq(oneTimeLink.accountId, accountId), eq(oneTimeLink.purpose, 'reset'), isNull(oneTimeLink.usedAt)));
}

/** Removes the links of a deleted account. Tokens that created keys stay recorded until they would have expired. */
export async function removeLinksOf({ orm }: Queryable, accountId: string): Promise<void> {
  const own = eq(oneTimeLink.accountId, accountId);
  await orm.delete(oneTimeLink).where(and(own, ne(oneTimeLink.purpose, 'wallet_key')));
  await orm.update(oneTimeLink).set({ accountId: null }).where(own);
}

/**
 * Records that a token signed by a wallet has created a key, once: of two concurrent calls, one gets false.
 * @param used the token, the account of its key, and until when it could be used
 */
export async function recordUsedToken(
  { orm }: Queryable,
  { token, accountId, expiresAt }: { token: string; accountId: string; expiresAt: Date },
): Promise<boolean> {
  const usedAt = new Date(clock.now());
  // Expired ones would be refused by their age.
  await orm.delete(oneTimeLink).where(and(eq(oneTimeLink.purpose, 'wallet_key'), lt(oneTimeLink.expiresAt, usedAt)));
  const recorded = await orm
    .insert(oneTimeLink)
    .values({ tokenHash: hashSecret(token), purpose: 'wallet_key', accountId, expiresAt, usedAt })
    .onConflictDoNothing()
    .returning({ tokenHash: oneTimeLink.tokenHash });
  return recorded.length > 0;
}

function isLive(purpose: LinkPurpose, token: string) {
  return and(
    eq(oneTimeLink.tokenHash, hashSecret(token)),
    eq(oneTimeLink.purpose, purpose),
    isNull(oneTimeLink.usedAt),
    gt(oneTimeLink.expiresAt, new Date(clock.now())),
  );
}
