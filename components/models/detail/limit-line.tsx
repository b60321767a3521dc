'use client';

import Link from 'next/link';
import { formatCount } from '@/components/ui/show/count-text';
import { useModelLimit } from '../use-models';
import { Section } from './section';

/** The visitor's rate limits for this model; renders nothing if they are unknown. */
export function LimitLine({ id }: { id: string }) {
  const { data: limit } = useModelLimit(id, true);
  if (!limit) return null;
  const { requests, tokens } = limit;
  return (
    <Section title="Your limits">
      <p>
        <span className="figure-text">{formatCount(requests.limit)}</span> requests
        {tokens ? (
          <>
            {' '}
            and <span className="figure-text">{formatCount(tokens.limit)}</span> tokens
          </>
        ) : null}{' '}
        per minute.{' '}
        <Link href={`/limits?q=${encodeURIComponent(id)}`} prefetch={false} className="underline underline-offset-4">
          Remaining now
        </Link>
      </p>
    </Section>
  );
}
