'use client';

import { ExternalLink } from 'lucide-react';
import { Markdown } from '@/components/chat/markdown/markdown';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Drawer } from '@/components/ui/overlay/drawer';
import { isApiFailure } from '@/lib/client/failure';
import { mayRetry } from '@/lib/client/failure-kind';
import { Skeleton } from '@/components/ui/show/skeleton';
import { useDocument } from './use-documents';

/** A document of the account as it is searched. @param id null while it closes */
export default function DocumentReader({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useDocument(id);
  return (
    <Drawer
      open={id !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={data?.title ?? 'Document'}
      className="max-w-chat max-md:max-w-full"
    >
      <div data-testid="document" className="flex flex-col gap-4">
        {data?.kind === 'page' ? (
          <a
            href={data.url}
            target="_blank"
            rel="noopener noreferrer"
            className="flex items-center gap-1.5 self-start text-sm text-muted wrap-anywhere underline underline-offset-4"
          >
            {data.name}
            <ExternalLink aria-hidden />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : null}
        {data ? (
          <Markdown text={data.text} growing={false} />
        ) : error ? (
          <FailureNotice
            failure={error}
            what="The document could not be opened."
            onRetry={isApiFailure(error) && !mayRetry(error) ? undefined : () => void refetch()}
          />
        ) : (
          <div aria-busy role="status" className="flex flex-col gap-3">
            <span className="sr-only">Opening the document</span>
            {['w-2/3', 'w-full', 'w-5/6'].map((width) => (
              <Skeleton key={width} className={width} />
            ))}
          </div>
        )}
      </div>
    </Drawer>
  );
}
