'use client';

import { useRef, useState } from 'react';
import { Field, Input } from '@/components/ui/field';
import { type Days, FIRST_DAY, lastDays, moveEnd, type SetFilters } from './use-filters';

/** A custom date range: first and last day. */
export function CustomDays({ days, set }: { days: Days; set: SetFilters }) {
  // Not a separate history entry: two fields make one choice.
  const choose = (next: Days) => void set(next, { history: 'replace' });
  return (
    <div className="flex flex-wrap items-start gap-3">
      <DayInput label="First day" which="start" days={days} onChoose={choose} />
      <DayInput label="Last day" which="end" days={days} onChoose={choose} />
      <p className="text-sm text-muted sm:mt-9">UTC days, at most 90.</p>
    </div>
  );
}

/**
 * One end of the range. Typed text stays local until the field loses focus or Enter is pressed, because every partial
 * date is a date too; a day picked from the browser's calendar applies immediately.
 */
function DayInput({
  label,
  which,
  days,
  onChoose,
}: {
  label: string;
  which: keyof Days;
  days: Days;
  onChoose: (days: Days) => void;
}) {
  const [draft, setDraft] = useState<{ typed: string; over: string; isWrong: boolean } | null>(null);
  /** The range when the field was focused, so that intermediate dates do not move the other end permanently. */
  const entered = useRef(days);
  const isTyping = useRef(false);
  const day = days[which];
  // A range that was chosen elsewhere overrides a draft.
  const shown = draft?.over === day ? draft : null;
  const today = lastDays(1).end;

  const apply = (typed: string, isOver: boolean) => {
    const next = moveEnd(entered.current, which, typed, today);
    setDraft(next === null ? { typed, over: day, isWrong: isOver } : null);
    if (next) onChoose(next);
  };
  const change = (typed: string) => {
    if (isTyping.current) setDraft({ typed, over: day, isWrong: false });
    else apply(typed, false);
  };
  return (
    <Field
      label={label}
      className="w-44"
      error={shown?.isWrong ? `Must be a day from ${FIRST_DAY} to today, UTC` : null}
    >
      <Input
        type="date"
        min={FIRST_DAY}
        max={today}
        value={shown?.typed ?? day}
        onFocus={() => {
          entered.current = days;
          isTyping.current = false;
        }}
        onChange={(event) => change(event.target.value)}
        onKeyDown={({ key }) => {
          if (key !== 'Enter') isTyping.current = true;
          else if (shown) apply(shown.typed, true);
        }}
        onBlur={() => {
          if (shown) apply(shown.typed, true);
        }}
      />
    </Field>
  );
}
