'use client';

import { RotateCcw } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, Input } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';

/**
 * A number with a slider and its default. Empty leaves it to the model; then the slider is at the default.
 * @param own the model's default; null if it is unknown
 */
export function NumberSetting({
  label,
  help,
  unit,
  error,
  range,
  own,
  value,
  onValue,
  onBlur,
}: {
  label: string;
  help?: string;
  unit?: string;
  error: string | null;
  range: { least: number; most: number; step: number };
  own: number | null;
  /** As typed. */
  value: string;
  onValue: (text: string) => void;
  onBlur: ComponentProps<'input'>['onBlur'];
}) {
  const typed = value.trim() === '' ? null : Number(value.replace(',', '.'));
  const shown = typed !== null && Number.isFinite(typed) ? typed : (own ?? range.least);
  const ownText = own === null ? 'Default: set by the model.' : `Default: ${own.toLocaleString('en-US')}.`;
  return (
    <Field label={label} error={error} help={help === undefined ? ownText : `${ownText} ${help}`}>
      <div className="flex items-center gap-3">
        <input
          type="range"
          // The number field has the same value, and says it exactly.
          aria-label={`${label}, slider`}
          aria-valuetext={value.trim() === '' ? 'Default' : value}
          min={range.least}
          max={range.most}
          step={range.step}
          value={Math.min(Math.max(shown, range.least), range.most)}
          onChange={({ target }) => onValue(target.value)}
          onBlur={onBlur}
          data-set={value.trim() !== ''}
          className="h-8 min-w-0 flex-1 cursor-pointer accent-ink data-[set=false]:opacity-60 pointer-coarse:h-touch"
        />
        <div className={unit === undefined ? 'w-20 shrink-0' : 'w-32 shrink-0'}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            unit={unit}
            placeholder={own === null ? 'Default' : String(own)}
            value={value}
            onChange={({ target }) => onValue(target.value)}
            onBlur={onBlur}
          />
        </div>
        <IconButton
          size="small"
          label={`Reset ${label.toLowerCase()}`}
          icon={<RotateCcw />}
          aria-disabled={value === ''}
          className="-mx-1 aria-disabled:opacity-30"
          onClick={() => onValue('')}
        />
      </div>
    </Field>
  );
}
