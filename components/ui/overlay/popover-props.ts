import type { ReactElement, ReactNode } from 'react';

/** The props of a popover. */
export type PopoverProps = {
  trigger: ReactElement<Record<string, unknown>>;
  /** The panel's accessible name, also shown above the content. */
  title: ReactNode;
  className?: string;
  /** The content; receives a function that closes the panel. */
  children: (close: () => void) => ReactNode;
};
