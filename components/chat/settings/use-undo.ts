'use client';

import { useState } from 'react';
import { ticks } from '@/lib/client/now';

/** Changes of one field within this time are one. */
const TOGETHER_MS = 1_500;
const MOST_STEPS = 50;

type Step<T> = { before: T; field: string | null; at: number };

/**
 * Keeps the earlier states of something that the user edits.
 * @returns `note` is called before each change, with the state and what is changed: changes of one field that follow
 * each other soon are one step; null is always a step of its own. `last` is what undo restores; `drop` forgets it
 */
export function useUndo<T>(): { last: T | null; note: (before: T, field: string | null) => void; drop: () => void } {
  const [steps, setSteps] = useState<readonly Step<T>[]>([]);
  return {
    last: steps.at(-1)?.before ?? null,
    note: (before, field) => {
      const at = ticks();
      setSteps((known) => addStep(known, { before, field, at }));
    },
    drop: () => setSteps((known) => known.slice(0, -1)),
  };
}

/** The steps with another one, or with the last one continued. */
export function addStep<T>(steps: readonly Step<T>[], step: Step<T>): readonly Step<T>[] {
  const last = steps.at(-1);
  if (last && step.field !== null && last.field === step.field && step.at - last.at < TOGETHER_MS)
    return [...steps.slice(0, -1), { ...last, at: step.at }];
  return [...steps, step].slice(-MOST_STEPS);
}

/**
 * The only field that differs between two states of a form, in any of their parts, such as the values and the invalid
 * texts: changes of it that follow each other are undone together. Null if several differ.
 */
export function changedField<T extends Record<string, object>>(before: T, after: T): string | null {
  const changed = new Set(Object.keys(before).flatMap((part) => changedMembers(before[part], after[part])));
  const [only = null] = changed;
  return changed.size === 1 ? only : null;
}

function changedMembers(before: object = {}, after: object = {}): string[] {
  const [old, next] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name));
}
