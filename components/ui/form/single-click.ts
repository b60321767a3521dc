import type { MouseEvent } from 'react';

/**
 * For a button that appears where another one was a moment ago: ignores the second half of a double click, which was
 * meant for that one.
 * @param act the click handler
 */
export const singleClick =
  (act: () => void = () => undefined) =>
  (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
    else act();
  };
