'use client';

import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { Field, Input } from '@/components/ui/field';
import { readNumber } from './read-number';

/**
 * A number that may be empty. It is used once the field is left, or with Enter: before that, “2000” would be 200 for a
 * moment. A wrong number stays, is reported, and is not used; a new value from elsewhere replaces it.
 * @param onChange called with each valid number, and with null for an empty field
 * @param onWrong called with the label when what stands in the field becomes wrong, or right again
 */
export function NumberField({
  label,
  value,
  min,
  max,
  whole = true,
  unit,
  help,
  onChange,
  onWrong,
}: {
  label: string;
  value: number | null;
  min: number;
  max: number;
  whole?: boolean;
  unit?: string;
  help?: string;
  onChange: (value: number | null) => void;
  onWrong: (label: string, wrong: boolean) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setTyped(null);
    setWrong(false);
  }
  const report = useEffectEvent((isWrong: boolean) => onWrong(label, isWrong));
  useEffect(() => {
    if (!wrong) return;
    report(true);
    return () => report(false);
  }, [wrong]);
  const apply = () => {
    if (typed === null) return;
    const number = readNumber(typed, { min, max, whole });
    setWrong(number === 'wrong');
    if (number === 'wrong') return;
    setTyped(null);
    onChange(number);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Before the form is sent, which Enter does, too.
    if (event.key === 'Enter') apply();
  };
  return (
    <Field label={label} help={help} error={wrong ? `Between ${min} and ${max}` : null} className="min-w-0 flex-1">
      <Input
        inputMode={whole && min >= 0 ? 'numeric' : 'text'}
        autoComplete="off"
        value={typed ?? (value === null ? '' : String(value))}
        unit={unit}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onBlur={apply}
        onKeyDown={onKeyDown}
      />
    </Field>
  );
}
