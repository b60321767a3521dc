import { isApiFailure } from '../../failure';
import { inTurn, stopSharing } from './shares';

/* A link ends with its chat. What is to be revoked is kept in the browser until the server has confirmed it: the server
   may be away, and the page may be closed at any time. */

const keyOf = (accountId: string) => `farebox-revocations-${accountId}`;
/** The oldest are forgotten beyond that. */
const MAX_KEPT = 1_000;

/** What a browser without storage cannot keep, or one whose storage is full. */
const refused = new Map<string, readonly string[]>();

/**
 * Ends the link of a deleted chat, if it has one: it may be unknown here, because another tab or browser has made it.
 * @returns whether the server has confirmed it; otherwise `repeatRevocations` tries again
 */
export function revoke(accountId: string, chatId: string): Promise<boolean> {
  keep(accountId, [...kept(accountId).filter((id) => id !== chatId), chatId]);
  return send(accountId, chatId);
}

/** Repeats the revocations that the server has not confirmed, up to the first one that fails again. */
export async function repeatRevocations(accountId: string): Promise<void> {
  for (const chatId of kept(accountId)) if (!(await send(accountId, chatId))) return;
}

/** Forgets the revocation of a chat: its deletion was undone, and it is shared again. */
export function forgetRevocation(accountId: string, chatId: string): void {
  const before = kept(accountId);
  if (before.includes(chatId))
    keep(
      accountId,
      before.filter((id) => id !== chatId),
    );
}

/** Forgets the revocations of a deleted account, whose links have ended. */
export function clearRevocations(accountId: string): void {
  keep(accountId, []);
}

function send(accountId: string, chatId: string): Promise<boolean> {
  return inTurn(chatId, async () => {
    // Shared again, or revoked by another tab.
    if (!kept(accountId).includes(chatId)) return true;
    try {
      await stopSharing(chatId);
    } catch (thrown) {
      // An ID that the server refuses was never shared.
      if (!isApiFailure(thrown) || thrown.status !== 400) return false;
    }
    forgetRevocation(accountId, chatId);
    return true;
  });
}

function kept(accountId: string): readonly string[] {
  const here = refused.get(accountId);
  if (here) return here;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function keep(accountId: string, chatIds: readonly string[]): void {
  const latest = chatIds.slice(-MAX_KEPT);
  try {
    if (latest.length === 0) localStorage.removeItem(keyOf(accountId));
    else localStorage.setItem(keyOf(accountId), JSON.stringify(latest));
    refused.delete(accountId);
  } catch {
    refused.set(accountId, latest);
  }
}
