import { describe, expect, it } from 'vitest';
import { upstreamStatus } from './upstream-status';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const label = (
  state: 'closed' | 'open' | 'half_open' | 'unknown',
  restsUntil: string | null = null,
  accountsLeftOut = 0,
  usageBelieved = true,
) => upstreamStatus({ state, restsUntil, accountsLeftOut, usageBelieved }, NOW).label;

describe('the status of an upstream', () => {
  it('says whether it is healthy, and until when it is paused', () => {
    expect(label('closed')).toBe('Healthy');
    expect(label('closed', null, 1)).toBe('Failing for 1 account');
    expect(label('closed', null, 2)).toBe('Failing for 2 accounts');
    expect(label('closed', null, 0, false)).toBe('Over-reports tokens; counted here');
    expect(label('unknown')).toBe('No requests yet');
    expect(label('half_open')).toBe('Retrying');
    expect(label('open', '2026-11-22T12:00:05.250Z')).toBe('Paused until 12:00:05 UTC');
    expect(label('open', '2026-11-22T12:00:00.000Z')).toBe('Paused until the next request');
  });
});
