import type { MouseEvent, ReactNode } from 'react';

/**
 * A link from a reference to its footnote, or back. The URL stays the same, because it names the chat.
 * @param to the target's element ID
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
