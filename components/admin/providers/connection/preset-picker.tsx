'use client';

import { useId } from 'react';
import { PRESET_IDS, PRESETS, type PresetId } from '@/lib/connected/constants';

/** What kind of provider it is: one of the presets. */
export function PresetPicker({ value, onChange }: { value: PresetId; onChange: (preset: PresetId) => void }) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-sm font-medium">Provider</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {PRESET_IDS.map((id) => (
          <label
            key={id}
            className="flex min-h-touch cursor-pointer items-center rounded-control border border-line px-3 text-sm transition-[background-color,border-color] hover:border-edge has-checked:border-ink has-checked:bg-ink/6 has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-signal"
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            {PRESETS[id].label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
