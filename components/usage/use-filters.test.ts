import { describe, expect, it } from 'vitest';
import { daysBetween, eachDay, lastDays, moveEnd } from './use-filters';

it('counts the last days in UTC, including today', () => {
  const nowMs = Date.parse('2026-03-01T00:00:00Z');
  expect(lastDays(1, nowMs)).toEqual({ start: '2026-03-01', end: '2026-03-01' });
  expect(lastDays(7, nowMs - 1)).toEqual({ start: '2026-02-22', end: '2026-02-28' });
});

describe('daysBetween', () => {
  it.each([
    ['2026-11-01', '2026-11-20', { start: '2026-11-01', end: '2026-11-20' }],
    ['2026-11-20', '2026-11-01', { start: '2026-11-01', end: '2026-11-20' }],
    ['2026-01-01', '2026-12-31', { start: '2026-01-01', end: '2026-03-31' }],
    ['2026-02-30', '2026-03-01', null],
    ['', '2026-03-01', null],
    [null, null, null],
    ['20260-1-01', '2026-03-01', null],
    ['0002-07-18', '2026-03-01', null],
  ])('reads %s to %s', (start, end, days) => {
    expect(daysBetween(start, end)).toEqual(days);
  });
});

describe('moveEnd', () => {
  const days = { start: '2026-10-01', end: '2026-10-31' };
  it.each([
    ['start', '2026-10-07', { start: '2026-10-07', end: '2026-10-31' }],
    ['end', '2026-10-07', { start: '2026-10-01', end: '2026-10-07' }],
    // Reversed: both become the same day.
    ['start', '2026-11-05', { start: '2026-11-05', end: '2026-11-05' }],
    ['end', '2026-09-05', { start: '2026-09-05', end: '2026-09-05' }],
    // Longer than 90 days: the typed day stays.
    ['start', '2025-10-01', { start: '2025-10-01', end: '2025-12-29' }],
    ['end', '2026-12-31', { start: '2026-10-03', end: '2026-12-31' }],
  ] as const)('accepts the %s %s and moves the other end if necessary', (which, typed, moved) => {
    expect(moveEnd(days, which, typed, '2026-12-31')).toEqual(moved);
  });

  it.each(['0002-10-01', '0020-10-01', '0202-10-01', '1999-12-31', '2026-11-01', '20255-10-01', '2026-10-', ''])(
    'rejects “%s”, an incomplete or future date',
    (typed) => {
      expect(moveEnd(days, 'start', typed, '2026-10-31')).toBeNull();
      expect(moveEnd(days, 'end', typed, '2026-10-31')).toBeNull();
    },
  );

  it('ends a range in the URL that extends past today with today', () => {
    const far = { start: '2026-10-01', end: '2026-12-01' };
    expect(moveEnd(far, 'start', '2026-10-05', '2026-10-31')).toEqual({ start: '2026-10-05', end: '2026-10-31' });
  });
});

it('names every day', () => {
  expect(eachDay({ start: '2026-02-27', end: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
