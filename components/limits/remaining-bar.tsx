'use client';

import { Meter } from '@base-ui/react/meter';
import { formatCount } from '@/components/ui/show/count-text';
import { classNames } from '@/components/ui/class-names';
import type { LimitLeft } from '@/lib/limits/contract';
import { toneOf } from './labels';

const FILL = { quiet: 'bg-edge', warn: 'bg-warn', stop: 'bg-stop' } as const;
const FIGURE = { quiet: '', warn: 'text-warn', stop: 'text-stop' } as const;

/**
 * What is left of a limit, as a bar that empties to the left and refills, with numbers on the right.
 * @param label the accessible name, e.g. `Requests per minute, demo-text-s`
 * @param caption shown on the left if no column header says what is counted
 */
export function RemainingBar({ left, label, caption }: { left: LimitLeft; label: string; caption?: string }) {
  const { limit, of, remaining } = left;
  const most = Math.max(1, of);
  const shown = Math.min(Math.max(remaining, 0), most);
  const tone = toneOf(left);
  return (
    <Meter.Root
      value={shown}
      max={most}
      aria-label={label}
      getAriaValueText={() => `${formatCount(shown)} of ${formatCount(of)} left`}
      className="flex flex-col gap-1"
    >
      <span className="flex items-baseline justify-between gap-3 text-xs text-muted">
        <span>{caption}</span>
        <span
          className="figure-text"
          title={of === limit ? undefined : `A share of the limit of ${formatCount(limit)} per minute`}
        >
          <span className={classNames('text-sm text-ink', FIGURE[tone])}>{formatCount(shown)}</span> of{' '}
          {formatCount(of)}
        </span>
      </span>
      <Meter.Track className="h-1 w-full overflow-hidden rounded-full bg-line">
        <span
          className={classNames('block h-full w-full rounded-full transition-transform', FILL[tone])}
          style={{ transform: `translateX(${(shown / most - 1) * 100}%)` }}
        />
      </Meter.Track>
    </Meter.Root>
  );
}
