'use client';

import { ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/overlay/popover';
import { Tooltip } from '@/components/ui/tip/tooltip';
import { splitSources, unreadText } from '@/lib/client/chat/answer/read-addresses';
import { distinctSources } from '@/lib/client/chat/answer/sources';
import { nothingFoundText } from '@/lib/client/chat/answer/web-use';
import type { ChatMessage } from '@/lib/client/chat/types';
import { excerptOf, hostOf } from '@/lib/client/search/excerpt';
import type { Citation } from '@/lib/client/stream-chat';
import { safeLink } from '../../markdown/links';
import { SourceCard } from '../../markdown/source-card';

/**
 * An answer's sources as numbered chips that open a card: the pages that were read, and those that a search found.
 * Nothing is loaded from them. Without any, it says that nothing was found, or which links could not be read.
 * @param web what was looked for
 * @param question the message that was answered
 */
export function Sources({
  citations,
  web,
  question,
}: {
  citations: readonly Citation[];
  web: ChatMessage['web'];
  question: string;
}) {
  if (citations.length === 0) return <Note text={nothingFoundText({ web }, question)} />;
  const all = distinctSources(citations);
  const { read, found } = splitSources(all, question);
  const unread = unreadText(all, question);
  return (
    <>
      <Chips label="Pages read" sources={read} all={all} />
      {unread === null ? null : <Note text={unread} />}
      <Chips label="Sources" sources={found} all={all} />
    </>
  );
}

function Note({ text }: { text: string }) {
  return <p className="mt-1.5 text-xs text-muted wrap-anywhere">{text}</p>;
}

/** @param all the sources in the order of their numbers */
function Chips({ label, sources, all }: { label: string; sources: readonly Citation[]; all: readonly Citation[] }) {
  if (sources.length === 0) return null;
  return (
    <section aria-label={label} className="mt-3 flex flex-wrap items-center gap-1.5 text-xs text-muted">
      <span aria-hidden>{label}</span>
      {sources.map((source) => (
        <Chip key={source.url} source={source} number={all.indexOf(source) + 1} />
      ))}
    </section>
  );
}

function Chip({ source, number }: { source: Citation; number: number }) {
  const host = hostOf(source.url);
  const label = `Source ${number}: ${source.title || (host ?? source.url)}`;
  return (
    <Popover
      title={`Source ${number}`}
      trigger={
        <ChipButton aria-label={label} tip={label} source={source}>
          <span className="figure-text text-ink">{number}</span>
          {host === null ? null : <span className="truncate">{host}</span>}
        </ChipButton>
      }
    >
      {() => <Card source={source} />}
    </Popover>
  );
}

/** A chip with a preview. @param props those that the popover gives to its trigger */
function ChipButton({
  tip,
  source,
  className,
  ...props
}: ComponentProps<'button'> & { tip: string; source: Citation }) {
  return (
    <Tooltip label={tip} card={<SourceCard source={source} />}>
      <button
        type="button"
        className={classNames(
          'flex h-6 max-w-48 min-w-6 items-center justify-center gap-1.5 rounded-control border border-line bg-surface px-1.5 text-xs text-muted transition-[border-color] hover:border-edge pointer-coarse:h-touch pointer-coarse:min-w-touch',
          className,
        )}
        {...props}
      />
    </Tooltip>
  );
}

function Card({ source: { title, url, content, date } }: { source: Citation }) {
  const host = hostOf(url);
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-sm">
      {title === '' ? null : <p className="font-medium wrap-anywhere">{title}</p>}
      {content === undefined ? null : <p className="line-clamp-6 text-muted wrap-anywhere">{excerptOf(content)}</p>}
      {date ? <p className="text-muted">{date}</p> : null}
      {host === null ? (
        <p className="text-muted wrap-anywhere">{url}</p>
      ) : (
        <a
          href={safeLink(url)?.href}
          target="_blank"
          rel="noopener noreferrer"
          className="flex items-center gap-1.5 wrap-anywhere underline underline-offset-4"
        >
          {host}
          <ExternalLink aria-hidden />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}
