'use client';

import { useId } from 'react';
import { IMAGE_STYLES } from '@/lib/core/image-styles';
import { STYLE_SHEET } from '@/lib/core/style-sheet';

const { columns, rows, path } = STYLE_SHEET;

/** Chooses a style preset by an example of each; arrow keys move between them. */
export function StyleGallery({ value, onChange }: { value: string | null; onChange: (style: string | null) => void }) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Style</legend>
      <div className="mt-1.5 grid max-h-72 grid-cols-3 gap-2 overflow-y-auto overscroll-contain rounded-control border border-line bg-sunken p-2">
        <StyleChoice group={group} label="None" checked={value === null} onChoose={() => onChange(null)}>
          <PlainScene />
        </StyleChoice>
        {IMAGE_STYLES.map(({ name }, at) => (
          <StyleChoice key={name} group={group} label={name} checked={value === name} onChoose={() => onChange(name)}>
            <span
              aria-hidden
              // Without the sheet, the tint and the name remain.
              className="block aspect-square w-full bg-ink/6 bg-no-repeat"
              style={{ backgroundImage: `url(${path})`, ...sheetPosition(at) }}
            />
          </StyleChoice>
        ))}
      </div>
    </fieldset>
  );
}

function StyleChoice({
  group,
  label,
  checked,
  onChoose,
  children,
}: {
  group: string;
  label: string;
  checked: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}) {
  return (
    <label className="relative block cursor-pointer overflow-hidden rounded-control border border-line bg-surface transition-[border-color] hover:border-edge has-checked:border-signal has-checked:outline-1 has-checked:outline-signal has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal">
      <input
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {children}
      <span className="block truncate px-1.5 py-1 text-xs" title={label}>
        {label}
      </span>
    </label>
  );
}

/** What the examples show, in plain shapes: no style. */
function PlainScene() {
  return (
    <svg aria-hidden viewBox="0 0 88 88" className="block aspect-square w-full bg-ink/6 text-muted">
      <g fill="currentColor">
        <path d="M0 66q24-8 46-3t42-2v27H0z" opacity=".2" />
        <circle cx="68" cy="18" r="7" opacity=".35" />
        <path d="M19 46h30v27H19z" opacity=".4" />
        <path d="M12 48 34 29l22 19z" opacity=".75" />
        <path d="M26 57h8v16h-8z" opacity=".75" />
      </g>
    </svg>
  );
}

/** Where an example is in the sheet, whatever the size it is shown in. */
function sheetPosition(at: number): React.CSSProperties {
  const across = ((at % columns) / (columns - 1)) * 100;
  const down = (Math.floor(at / columns) / (rows - 1)) * 100;
  return { backgroundSize: `${columns * 100}% ${rows * 100}%`, backgroundPosition: `${across}% ${down}%` };
}
