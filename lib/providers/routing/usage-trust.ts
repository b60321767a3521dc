import type { ChatPart } from '../../core/chat';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import type { ChatCall } from '../spec';

/** Whether the usage reports of one upstream are used (docs/providers.md, "Usage reports"). */
export type UsageTrust = {
  /** Whether they are used at all. Once false, it stays false as long as the process serves the upstream. */
  believed: boolean;
  /**
   * The accounts that got reports above their maximum: those of the last day, and those for which the reports are not
   * used any more. Three within a day end the trust, so that at most two a day are added.
   */
  accounts: Map<string, AccountOverruns>;
};

/** Answers to one account of which more completion tokens were reported than it asked for. */
type AccountOverruns = {
  /** How many there were since `sinceMs`, in a day at most. */
  answers: number;
  sinceMs: number;
  lastMs: number;
  /** Whether the reports are used for this account. */
  believed: boolean;
};

/** How many answers above its maximum, within a day, end the trust for that account. */
const ANSWERS = 3;
/** A caller may be able to provoke such reports, so that it takes this many accounts within a day to end it for all. */
const ACCOUNTS = 3;
/** Tokens per choice above the maximum that are no overrun: servers count end tokens and draft tokens differently. */
const TOLERATED = 8;

/** A new upstream is believed. */
export function newUsageTrust(): UsageTrust {
  return { believed: true, accounts: new Map() };
}

/** Whether an upstream's usage reports are used for an account. */
export function isBelieved({ believed, accounts }: UsageTrust, account: string): boolean {
  return believed && accounts.get(account)?.believed !== false;
}

/** The completion tokens of the last usage report so far. @param before those of the earlier parts; 0 if none */
export function lastReported(parts: readonly ChatPart[], before: number): number {
  let last = before;
  for (const part of parts) if (part.type === 'usage') last = part.usage.completionTokens;
  return last;
}

/** The parts without usage reports, so that the output is counted here. */
export function withoutUsage(parts: readonly ChatPart[]): ChatPart[] {
  return parts.filter(({ type }) => type !== 'usage');
}

/**
 * Records what an upstream has reported of one answer. When it stops being believed, for everybody or for the account, the
 * log says so, once.
 * @param upstream its names, and its trust, which is changed
 * @param call calls without an account count as one account
 * @param reported completion tokens of all choices; 0 if it reported none
 */
export function noteReported(
  { provider, model, usage }: { provider: string; model: string; usage: UsageTrust },
  { maxTokens, choices, account = '' }: Pick<ChatCall, 'maxTokens' | 'choices' | 'account'>,
  reported: number,
): void {
  if (reported <= (maxTokens + TOLERATED) * choices || !usage.believed) return;
  const nowMs = clock.now();
  const own = overrunsOf(usage, account, nowMs);
  own.answers += 1;
  own.lastMs = nowMs;
  const fields = { provider, model, reported, asked: maxTokens * choices };
  const recent = [...usage.accounts.values()].filter(({ lastMs }) => nowMs - lastMs <= DAY_MS);
  if (recent.length >= ACCOUNTS) {
    usage.believed = false;
    usage.accounts.clear();
    log.warn({ ...fields, accounts: recent.length }, `${TOO_MANY}: its reports are ignored`);
  } else if (own.believed && own.answers >= ANSWERS) {
    own.believed = false;
    log.warn({ ...fields, account, answers: own.answers }, `${TOO_MANY}: its reports to one account are ignored`);
  }
}

/** The beginning of both messages in the log. */
const TOO_MANY = 'an upstream keeps reporting more completion tokens than it is asked for';

/** The overruns of an account, created at its first one. Those of others that are too old to count are removed. */
function overrunsOf({ accounts }: UsageTrust, account: string, nowMs: number): AccountOverruns {
  for (const [id, { lastMs, believed }] of accounts) {
    if (believed && nowMs - lastMs > DAY_MS) accounts.delete(id);
  }
  let own = accounts.get(account);
  if (!own) {
    own = { answers: 0, sinceMs: nowMs, lastMs: nowMs, believed: true };
    accounts.set(account, own);
  } else if (nowMs - own.sinceMs > DAY_MS) {
    own.answers = 0;
    own.sinceMs = nowMs;
  }
  return own;
}
