import Link from 'next/link';
import type { ComponentProps } from 'react';

/** A link inside a sentence. */
export function TextLink(properties: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      className="font-medium text-ink underline decoration-edge underline-offset-4 transition-[text-decoration-color] hover:decoration-ink"
      {...properties}
    />
  );
}
