'use client';

import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { Field, Input } from '@/components/ui/field';
import { readNumber } from './read-number';

/** A field whose number is wrong: what it takes, as in “between 1 and 9”, and how to get to it. */
export type WrongField = { label: string; takes: string; focus: () => void };

/**
 * A number that may be empty. It is used once the field is left, or with Enter: before that, “2000” would be 200 for a
 * moment. A wrong number stays, is reported, and is not used; a new value from elsewhere replaces it.
 * @param onChange called with each valid number, and with null for an empty field
 * @param onWrong called when what stands in the field becomes wrong, or right again (null)
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
  onWrong: (label: string, wrong: WrongField | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setTyped(null);
    setWrong(false);
  }
  const input = useRef<HTMLInputElement>(null);
  const focus = () => {
    // It may be folded away.
    input.current?.closest('details')?.setAttribute('open', '');
    input.current?.focus({ preventScroll: true });
    // What is wrong stands below it.
    input.current?.scrollIntoView({ block: 'center' });
  };
  const takes = `between ${min} and ${max}`;
  const report = useEffectEvent((isWrong: boolean) => onWrong(label, isWrong ? { label, takes, focus } : null));
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
    <Field label={label} help={help} error={wrong ? `Must be ${takes}` : null} className="min-w-0 flex-1">
      <Input
        ref={input}
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
