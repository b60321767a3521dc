'use client';

import { Ban } from 'lucide-react';
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
          <span className="flex aspect-square w-full items-center justify-center bg-surface text-muted">
            <Ban aria-hidden />
          </span>
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

/** Where an example is in the sheet, whatever the size it is shown in. */
function sheetPosition(at: number): React.CSSProperties {
  const across = ((at % columns) / (columns - 1)) * 100;
  const down = (Math.floor(at / columns) / (rows - 1)) * 100;
  return { backgroundSize: `${columns * 100}% ${rows * 100}%`, backgroundPosition: `${across}% ${down}%` };
}
