'use client';

import { BookOpen } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { excerptOf, hostOf, titleOf } from '@/lib/client/search/excerpt';
import type { SearchResult } from '@/lib/client/search/types';
import { Marked } from './marked';
import { readLabel, type ReadPrice } from './labels';

/** Marks the element that the arrow keys move to. */
export const RESULT_LINK = 'data-result-link';

/**
 * A result: title, site, date, and excerpt. Nothing is loaded from it.
 * @param price what reading it costs: nothing more (`known`) if its page was read in this tab
 * @param chosen whether it is among those to ask about
 */
export function ResultCard({
  result,
  query,
  price,
  chosen,
  onChoose,
  onRead,
}: {
  result: SearchResult;
  query: string;
  price: ReadPrice;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onRead: () => void;
}) {
  const title = titleOf(result);
  const host = hostOf(result.url);
  const excerpt = excerptOf(result.content);
  const heading = 'block text-base font-medium wrap-anywhere';
  return (
    <article className="flex gap-3 border-t border-line py-4">
      <label className="flex size-6 shrink-0 cursor-pointer items-center justify-center pointer-coarse:size-touch pointer-coarse:-mt-2 pointer-coarse:-ml-2">
        <input
          type="checkbox"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="size-4 accent-ink"
        />
        <span className="sr-only">Ask about {title}</span>
      </label>
      <div className="min-w-0 flex-1">
        <h3>
          {host === null ? (
            <span className={heading} tabIndex={-1} {...{ [RESULT_LINK]: true }}>
              <Marked text={title} query={query} />
            </span>
          ) : (
            <a
              href={new URL(result.url).href}
              target="_blank"
              rel="noopener noreferrer"
              className={`${heading} underline-offset-4 hover:underline`}
              {...{ [RESULT_LINK]: true }}
            >
              <Marked text={title} query={query} />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </h3>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-muted">
          <span className="wrap-anywhere" title={result.url}>
            {host ?? result.url}
          </span>
          {Number.isNaN(Date.parse(result.date)) ? null : (
            <>
              <span aria-hidden>·</span>
              <RelativeTime at={new Date(result.date).toISOString()} />
            </>
          )}
        </p>
        {excerpt === '' ? null : (
          <p className="mt-1.5 line-clamp-3 max-w-prose text-muted wrap-anywhere">
            <Marked text={excerpt} query={query} />
          </p>
        )}
        {host === null ? null : (
          <Button kind="plain" size="small" onClick={onRead} className="mt-1.5 -ml-3 text-muted">
            <BookOpen aria-hidden />
            {readLabel(price)}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
    </article>
  );
}
