'use client';

import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';

/** A text above either bound is collapsed. */
const MOST_CHARACTERS = 2_000;
const MOST_LINES = 24;

/** A text exactly as written. A very long one shows its first lines and a button for the rest. */
export function LongText({ text, className }: { text: string; className?: string }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const isLong = text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES;
  return (
    <div className={className}>
      <p
        id={id}
        className={classNames(
          'wrap-anywhere whitespace-pre-wrap',
          isLong && !open && 'line-clamp-12 print:line-clamp-none',
        )}
      >
        {text}
      </p>
      {isLong ? (
        <Button
          kind="plain"
          size="small"
          aria-expanded={open}
          aria-controls={id}
          className="-ml-3 mt-1 print:hidden"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </Button>
      ) : null}
    </div>
  );
}
