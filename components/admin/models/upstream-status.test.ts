import { describe, expect, it } from 'vitest';
import { upstreamStatus } from './upstream-status';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const words = (
  state: 'closed' | 'open' | 'half_open' | 'unknown',
  restsUntil: string | null = null,
  accountsLeftOut = 0,
) => upstreamStatus({ state, restsUntil, accountsLeftOut }, NOW).label;

describe('the status of an upstream', () => {
  it('says whether it is healthy, and until when it is paused', () => {
    expect(words('closed')).toBe('Healthy');
    expect(words('closed', null, 1)).toBe('Failing for 1 account');
    expect(words('closed', null, 2)).toBe('Failing for 2 accounts');
    expect(words('unknown')).toBe('No requests yet');
    expect(words('half_open')).toBe('Retrying');
    expect(words('open', '2026-11-22T12:00:05.250Z')).toBe('Paused until 12:00:05 UTC');
    expect(words('open', '2026-11-22T12:00:00.000Z')).toBe('Paused until the next request');
  });
});
