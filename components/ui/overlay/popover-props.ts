import type { ReactElement, ReactNode } from 'react';

/** What a popover takes. */
export type PopoverProps = {
  trigger: ReactElement<Record<string, unknown>>;
  /** Names the panel; read out, and shown above the content. */
  title: ReactNode;
  className?: string;
  /** The content; it gets what closes the panel. */
  children: (close: () => void) => ReactNode;
};
