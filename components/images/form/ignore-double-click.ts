import type { MouseEvent } from 'react';

/** For the button of a form: each request is paid for, and a double click means one. */
export function ignoreDoubleClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}
