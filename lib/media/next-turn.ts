import { processState } from '../platform/process-state';

/** Characters of a text that are worked on at a time: a few milliseconds at most. A multiple of four, as base64 needs. */
export const SLICE_CHARACTERS = 1_048_576;

type Turns = { waiting: (() => void)[]; isArmed: boolean };

/**
 * Waits for a turn of the event loop of one's own. Whoever works through a large text in slices awaits it between two of
 * them: whatever number of them there is, all else runs between any two slices.
 */
export function nextTurn(): Promise<void> {
  const turns = processState<Turns>('media.turns', () => ({ waiting: [], isArmed: false }));
  return new Promise((resolve) => {
    turns.waiting.push(resolve);
    if (!turns.isArmed) arm(turns);
  });
}

function arm(turns: Turns): void {
  turns.isArmed = true;
  setImmediate(() => {
    turns.waiting.shift()?.();
    turns.isArmed = false;
    if (turns.waiting.length > 0) arm(turns);
  });
}
