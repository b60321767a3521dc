'use client';

import { useRef, useState } from 'react';
import { Field, Input } from '@/components/ui/field';
import { type Days, FIRST_DAY, lastDays, moveEnd, type SetFilters } from './use-filters';

/** Days of one's own: the first and the last. */
export function CustomDays({ days, set }: { days: Days; set: SetFilters }) {
  // Not a step of its own for Back: two fields make one choice.
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
 * One end of the days. What is typed stays here until the field is left or Enter is pressed, as every half date is a day
 * too; what is picked from the browser's calendar holds at once.
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
  /** As the days were when the field was entered, so that nothing on the way to a day moves the other end for good. */
  const entered = useRef(days);
  const isTyping = useRef(false);
  const day = days[which];
  // Days that were chosen elsewhere go before a draft.
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
