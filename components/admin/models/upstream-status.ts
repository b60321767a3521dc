import type { UpstreamState } from '@/lib/admin/contract';

/** An upstream's health as text; the color only emphasizes it. */
export function upstreamStatus(
  {
    state,
    restsUntil,
    accountsLeftOut,
    usageBelieved,
  }: Pick<UpstreamState, 'state' | 'restsUntil' | 'accountsLeftOut' | 'usageBelieved'>,
  nowMs: number,
): { label: string; tone: 'go' | 'warn' | 'stop' | 'plain' } {
  switch (state) {
    case 'closed':
      if (accountsLeftOut === 0 && usageBelieved) return { label: 'Healthy', tone: 'go' };
      if (accountsLeftOut === 0) return { label: 'Over-reports tokens; counted here', tone: 'warn' };
      return {
        label: `Failing for ${accountsLeftOut} ${accountsLeftOut === 1 ? 'account' : 'accounts'}`,
        tone: 'warn',
      };
    case 'half_open':
      return { label: 'Retrying', tone: 'warn' };
    case 'unknown':
      return { label: 'No requests yet', tone: 'plain' };
    case 'open': {
      const isOver = restsUntil === null || Date.parse(restsUntil) <= nowMs;
      const label = isOver ? 'Paused until the next request' : `Paused until ${restsUntil.slice(11, 19)} UTC`;
      return { label, tone: 'stop' };
    }
  }
}
