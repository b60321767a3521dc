import type { MouseEvent } from 'react';

/**
 * For a button that appears where another one was a moment ago: the second half of a double click was meant for that one.
 * @param act what a click of its own does beside what the browser does
 */
export const singleClick =
  (act: () => void = () => undefined) =>
  (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
    else act();
  };
