import type { UpstreamState } from '@/lib/admin/contract';

/** How an upstream is, in words; the tone only underlines them. */
export function upstreamWords(
  { state, restsUntil, accountsLeftOut }: Pick<UpstreamState, 'state' | 'restsUntil' | 'accountsLeftOut'>,
  nowMs: number,
): { words: string; tone: 'go' | 'warn' | 'stop' | 'plain' } {
  switch (state) {
    case 'closed':
      if (accountsLeftOut === 0) return { words: 'Healthy', tone: 'go' };
      return {
        words: `Failing for ${accountsLeftOut} ${accountsLeftOut === 1 ? 'account' : 'accounts'}`,
        tone: 'warn',
      };
    case 'half_open':
      return { words: 'Retrying', tone: 'warn' };
    case 'unknown':
      return { words: 'No requests yet', tone: 'plain' };
    case 'open': {
      const isOver = restsUntil === null || Date.parse(restsUntil) <= nowMs;
      const words = isOver ? 'Paused until the next request' : `Paused until ${restsUntil.slice(11, 19)} UTC`;
      return { words, tone: 'stop' };
    }
  }
}
