'use client';

import { Switch as Base } from '@base-ui/react/switch';
import { useId, type ReactNode } from 'react';

/** On or off, effective immediately. Its label comes first, with the help below it. */
export function Switch({
  checked,
  onChange,
  label,
  help,
  disabled,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex min-h-touch items-center justify-between gap-4">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
        <span id={`${id}-label`} className="block text-sm font-medium">
          {label}
        </span>
        {help ? (
          <span id={`${id}-help`} className="block text-sm text-muted">
            {help}
          </span>
        ) : null}
      </label>
      <Base.Root
        id={id}
        checked={checked}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={help ? `${id}-help` : undefined}
        onCheckedChange={(next) => onChange(next)}
        className="relative inline-flex h-6 w-10 shrink-0 cursor-pointer items-center rounded-full border border-edge bg-sunken p-0.5 transition-[background-color,border-color] before:absolute before:-inset-2 data-checked:border-ink data-checked:bg-ink data-disabled:cursor-not-allowed data-disabled:opacity-50"
      >
        <Base.Thumb className="size-4 rounded-full bg-edge transition-[translate,background-color] data-checked:translate-x-4 data-checked:bg-paper" />
      </Base.Root>
    </div>
  );
}
