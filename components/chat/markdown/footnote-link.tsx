import type { MouseEvent, ReactNode } from 'react';

/**
 * From a mark in the text to its footnote, and back. The address stays: it names the chat.
 * @param to the id that it leads to
 */
export function FootnoteLink({
  id,
  to,
  label,
  children,
}: {
  id: unknown;
  to: string;
  label: string;
  children: ReactNode;
}) {
  const follow = (event: MouseEvent) => {
    event.preventDefault();
    const target = document.getElementById(to);
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  };
  return (
    <a id={typeof id === 'string' ? id : undefined} href={`#${to}`} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
