'use client';

import { Meter } from '@base-ui/react/meter';
import type { ReactNode } from 'react';
import { classNames } from '../class-names';

const FILL = { signal: 'bg-signal', warn: 'bg-warn', stop: 'bg-stop', ink: 'bg-ink' } as const;

/**
 * How much of a limit is used, or the progress of a task, with a caption.
 * @param value between 0 and `of`; more is shown as full
 * @param text shown and announced, e.g. `$3.20 of $10 this month`
 */
export function Bar({
  value,
  of,
  label,
  text,
  tone = 'signal',
  className,
}: {
  value: number;
  of: number;
  label: string;
  text: ReactNode;
  tone?: keyof typeof FILL;
  className?: string;
}) {
  const most = of > 0 ? of : 1;
  return (
    <Meter.Root
      value={Math.min(Math.max(value, 0), most)}
      max={most}
      aria-label={label}
      getAriaValueText={() => (typeof text === 'string' ? text : label)}
      className={classNames('flex flex-col gap-1', className)}
    >
      <Meter.Track className="h-1 w-full overflow-hidden rounded-full bg-line">
        <Meter.Indicator className={classNames('h-full rounded-full', FILL[tone])} />
      </Meter.Track>
      <span className="text-xs text-muted">{text}</span>
    </Meter.Root>
  );
}
