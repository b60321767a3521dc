'use client';

import { useId } from 'react';

/** One option; a shape is shown as a small outline. */
export type Choice = { value: string; label: string; shape?: { width: number; height: number } };

/** A few options side by side, of which one is chosen; arrow keys move between them. */
export function Choices({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Choice[];
  /** Empty if none of them is chosen. */
  value: string;
  onChange: (value: string) => void;
}) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1.5 flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-8 cursor-pointer items-center gap-2 rounded-control border border-line bg-surface px-2.5 text-sm transition-[border-color] hover:border-edge has-checked:border-ink has-checked:bg-ink/6 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal pointer-coarse:min-h-touch"
          >
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {option.shape ? <Outline {...option.shape} /> : null}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The length of the longer side of an outline, rem. */
const OUTLINE_REM = 0.875;

function Outline({ width, height }: { width: number; height: number }) {
  const longer = Math.max(width, height);
  const size = { width: `${(OUTLINE_REM * width) / longer}rem`, height: `${(OUTLINE_REM * height) / longer}rem` };
  return (
    <span aria-hidden className="flex size-3.5 items-center justify-center">
      <span className="rounded-[0.0625rem] border border-muted" style={size} />
    </span>
  );
}
