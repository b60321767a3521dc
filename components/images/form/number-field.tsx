'use client';

import { useState } from 'react';
import { Field, Input } from '@/components/ui/field';

/**
 * A number that may be empty. What is typed stays until the field is left; a wrong number is reported and not used.
 * @param onChange called with each valid number, and with null for an empty field
 */
export function NumberField({
  label,
  value,
  min,
  max,
  whole = true,
  unit,
  help,
  aside,
  onChange,
}: {
  label: string;
  value: number | null;
  min: number;
  max: number;
  whole?: boolean;
  unit?: string;
  help?: string;
  aside?: React.ReactNode;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const wrong = typed !== null && readNumber(typed, { min, max, whole }) === 'wrong';
  const change = (text: string) => {
    setTyped(text);
    const number = readNumber(text, { min, max, whole });
    if (number !== 'wrong') onChange(number);
  };
  return (
    <Field
      label={label}
      help={help}
      aside={aside}
      error={wrong ? `Between ${min} and ${max}` : null}
      className="min-w-0 flex-1"
    >
      <Input
        inputMode={whole && min >= 0 ? 'numeric' : 'text'}
        autoComplete="off"
        value={typed ?? (value === null ? '' : String(value))}
        unit={unit}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setTyped(wrong ? typed : null)}
      />
    </Field>
  );
}

function readNumber(
  text: string,
  { min, max, whole }: { min: number; max: number; whole: boolean },
): number | null | 'wrong' {
  const trimmed = text.trim().replace(',', '.').replace('−', '-');
  if (trimmed === '') return null;
  const number = Number(trimmed);
  const valid = Number.isFinite(number) && number >= min && number <= max && (!whole || Number.isInteger(number));
  return valid ? number : 'wrong';
}
