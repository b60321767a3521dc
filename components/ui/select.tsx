'use client';

import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

/** An option of a `Select`. */
export type SelectOption<V extends string> = { value: V; label: string; note?: ReactNode; disabled?: boolean };

/**
 * A select with a few fixed options. Inside a `Field` it gets the field's label; elsewhere pass `label`.
 * @param label the accessible name outside of a `Field`
 */
export function Select<V extends string>({
  value,
  onChange,
  options,
  label,
  name,
  id,
  disabled,
  className,
}: {
  value: V;
  onChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  label?: string;
  name?: string;
  id?: string;
  disabled?: boolean;
  className?: string;
}) {
  return (
    <Base.Root
      value={value}
      name={name}
      id={id}
      disabled={disabled}
      items={options}
      onValueChange={(next: V | null) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        aria-label={label}
        className={classNames(
          'flex h-control base:w-full items-center justify-between gap-2 rounded-control border border-edge bg-surface px-3 text-base text-ink transition-[border-color] hover:border-muted disabled:opacity-60 data-invalid:border-stop pointer-coarse:h-11',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon className="text-muted">
          <ChevronsUpDown aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6 pointer-coarse:min-h-touch"
              >
                <span className="flex-1">
                  <Base.ItemText>{option.label}</Base.ItemText>
                  {option.note ? <span className="block text-sm text-muted">{option.note}</span> : null}
                </span>
                <span className="flex w-4 justify-center">
                  <Base.ItemIndicator>
                    <Check aria-hidden />
                  </Base.ItemIndicator>
                </span>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
