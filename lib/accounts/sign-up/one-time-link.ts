import { and, eq, gt, isNull } from 'drizzle-orm';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { hashSecret, randomBase62 } from '../key-token';
import { oneTimeLink } from '../tables';

/** What a link opens: an account for somebody new, or a new password. */
export type LinkPurpose = 'invite' | 'reset';

/** How long a link lives. */
const LIFE_MS: Record<LinkPurpose, number> = { invite: 7 * DAY_MS, reset: DAY_MS };
const TOKEN_CHARACTERS = 43;

/** Makes a one-time link's token; only its hash is kept. A reset names the account whose password it may set. */
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

/** Whether a token would still be taken; for an early answer, before costly work. */
export async function isLinkTokenLive(within: Queryable, purpose: LinkPurpose, token: string): Promise<boolean> {
  const rows = await within.orm.select().from(oneTimeLink).where(isLive(purpose, token));
  return rows.length > 0;
}

/**
 * Uses a token up, once: of two who come at the same time one gets null.
 * @returns the account that it is for (null in an invitation), or null where it is unknown, used or too old
 */
export async function useLinkToken(
  within: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<{ accountId: string | null } | null> {
  const [used] = await within.orm
    .update(oneTimeLink)
    .set({ usedAt: new Date(clock.now()) })
    .where(isLive(purpose, token))
    .returning({ accountId: oneTimeLink.accountId });
  return used ?? null;
}

function isLive(purpose: LinkPurpose, token: string) {
  return and(
    eq(oneTimeLink.tokenHash, hashSecret(token)),
    eq(oneTimeLink.purpose, purpose),
    isNull(oneTimeLink.usedAt),
    gt(oneTimeLink.expiresAt, new Date(clock.now())),
  );
}
