'use client';

import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** One tab: its value, label, and panel. */
export type TabItem<V extends string> = { value: V; label: ReactNode; panel: ReactNode };

/**
 * Tabs with an underline in the accent color.
 * @param label what the tabs choose between, for screen readers
 * @param aside shown at the end of the tab line, e.g. a copy button
 */
export function Tabs<V extends string>({
  items,
  value,
  onChange,
  label,
  aside,
  className,
}: {
  items: readonly TabItem<V>[];
  value: V;
  onChange: (value: V) => void;
  label: string;
  aside?: ReactNode;
  className?: string;
}) {
  return (
    <Base.Root value={value} onValueChange={(next: V) => onChange(next)} className={className}>
      <div className="flex items-center gap-2 border-b border-line pr-2">
        <Base.List aria-label={label} className="flex min-w-0 flex-1 overflow-x-auto px-1">
          {items.map((item) => (
            <Base.Tab
              key={item.value}
              value={item.value}
              className={classNames(
                'relative h-10 shrink-0 px-3 text-sm text-muted transition-[color] -outline-offset-4 hover:text-ink data-active:font-medium data-active:text-ink',
                'after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:bg-signal after:opacity-0 data-active:after:opacity-100',
              )}
            >
              {item.label}
            </Base.Tab>
          ))}
        </Base.List>
        {aside}
      </div>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="-outline-offset-2">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
