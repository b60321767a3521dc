import Link from 'next/link';
import type { ReactNode } from 'react';

const PARTS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;

/** Text of the reference that may contain `code`, **strong** and [links](/docs). */
export function Inline({ text }: { text: string }): ReactNode {
  return text.split(PARTS).map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { part: string }): ReactNode {
  if (part.startsWith('`')) {
    return (
      <code className="rounded-sm bg-ink/6 px-1 py-0.5 font-mono text-[0.92em] wrap-anywhere">{part.slice(1, -1)}</code>
    );
  }
  if (part.startsWith('**')) return <strong className="font-semibold">{part.slice(2, -2)}</strong>;
  const [, label, href] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
  if (label === undefined || href === undefined) return part;
  const look = 'font-medium underline decoration-edge underline-offset-4 hover:decoration-ink';
  return href.startsWith('/') ? (
    <Link href={href} prefetch={false} className={look}>
      <Inline text={label} />
    </Link>
  ) : (
    <a href={href} className={look}>
      {label}
    </a>
  );
}
