'use client';

import { BookOpen, ExternalLink, MessageSquare } from 'lucide-react';
import { Markdown } from '@/components/chat/markdown/markdown';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { Skeleton } from '@/components/ui/show/skeleton';
import { hostOf, withoutTitle } from '@/lib/client/search/excerpt';
import type { Running } from '@/lib/client/search/store';
import type { ReadPage } from '@/lib/client/search/types';
import { readLabel } from '../results/labels';
import { PaidLine } from '../results/paid-line';
import { SearchFailure } from '../results/search-failure';

/**
 * A page as Markdown, beside the results; on phones over them. Nothing is loaded from the page itself.
 * @param url the address; null while it closes
 * @param page null until it is read
 * @param request what became of the request for it
 * @param isFree whether this server has its text
 * @param onReadWeb reads it from its own server; null where that is not possible
 */
export default function Reader({
  url,
  title,
  page,
  request,
  isFree,
  onRead,
  onReadWeb,
  onAsk,
  onClose,
}: {
  url: string | null;
  title: string;
  page: ReadPage | null;
  request: Running | null;
  isFree: boolean;
  onRead: () => void;
  onReadWeb: (() => void) | null;
  onAsk: () => void;
  onClose: () => void;
}) {
  const host = url === null ? null : hostOf(url);
  return (
    <Drawer
      open={url !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      className="max-w-chat max-md:max-w-full"
      footer={
        page ? (
          <>
            <CopyButton text={page.content} label="Copy as Markdown" showLabel kind="plain" size="medium" />
            <Button kind="primary" onClick={onAsk}>
              <MessageSquare aria-hidden />
              Ask about this
            </Button>
          </>
        ) : null
      }
    >
      <div data-testid="reader" className="flex flex-col gap-4">
        {url === null || host === null ? null : (
          <a
            href={new URL(url).href}
            target="_blank"
            rel="noopener noreferrer"
            className="flex items-center gap-1.5 self-start text-sm text-muted wrap-anywhere underline underline-offset-4"
          >
            {host}
            <ExternalLink aria-hidden />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        <Content
          host={host}
          title={title}
          page={page}
          request={request}
          isFree={isFree}
          onRead={onRead}
          onReadWeb={onReadWeb}
        />
      </div>
    </Drawer>
  );
}

function Content({
  host,
  title,
  page,
  request,
  isFree,
  onRead,
  onReadWeb,
}: {
  host: string | null;
  title: string;
  page: ReadPage | null;
  request: Running | null;
  isFree: boolean;
  onRead: () => void;
  onReadWeb: (() => void) | null;
}) {
  if (request?.state === 'running') return <PendingPage />;
  if (request?.state === 'failed') {
    const isMissing = isFree && request.failure.status === 404;
    return (
      <div className="flex flex-col items-start gap-4">
        <SearchFailure failure={request.failure} what="The page could not be read." onRetry={onRead} />
        {isMissing && onReadWeb ? <ReadButton label={readLabel('paid')} onRead={onReadWeb} /> : null}
      </div>
    );
  }
  if (page) {
    return (
      <>
        <Markdown text={withoutTitle(page.content, title)} growing={false} />
        <PaidLine what="Page read" paid={page.paid} />
      </>
    );
  }
  if (host === null) return <p className="text-muted">This address cannot be read.</p>;
  return (
    <div>
      <p className="text-muted">This page was not read in this tab.</p>
      <div className="mt-4">
        <ReadButton label={readLabel(isFree ? 'free' : 'paid')} onRead={onRead} />
      </div>
    </div>
  );
}

function ReadButton({ label, onRead }: { label: string; onRead: () => void }) {
  return (
    <Button kind="primary" onClick={onRead}>
      <BookOpen aria-hidden />
      {label}
    </Button>
  );
}

function PendingPage() {
  return (
    <div aria-busy role="status" className="flex flex-col gap-3">
      <span className="sr-only">Reading the page</span>
      {['w-2/3', 'w-full', 'w-full', 'w-5/6', 'w-full', 'w-3/4'].map((width, at) => (
        <Skeleton key={at} className={width} />
      ))}
    </div>
  );
}
