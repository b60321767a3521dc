'use client';

import { FileText, Globe, X } from 'lucide-react';
import Link from 'next/link';
import type { MouseEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { ListedDocument } from '@/lib/augment/contract';
import { documentPath } from '@/lib/client/search/own-document';
import { AddDocument } from './add-document';
import { useDocuments, useRemoveDocument } from './use-documents';

/** The account's own pages and files, which only its searches find: adds, opens, and removes them. */
export function Documents({ onOpen }: { onOpen: (id: string) => void }) {
  const { data, error, refetch } = useDocuments();
  const remove = useRemoveDocument();
  return (
    <section aria-labelledby="own-documents" className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="own-documents" className="text-base font-semibold">
          Your documents
        </h2>
        {data ? (
          <span className="figure-text text-sm text-muted">
            {data.data.length} of {data.max}
          </span>
        ) : null}
      </div>
      <p className="text-sm text-muted">
        Found when you search the local index while you are signed in. Requests with an API key or a wallet never find
        them.
      </p>
      <AddDocument />
      {data ? (
        <List documents={data.data} onOpen={onOpen} onRemove={remove} />
      ) : error ? (
        <FailureNotice
          className="mt-4"
          failure={error}
          what="Your documents could not be loaded."
          onRetry={() => void refetch()}
        />
      ) : (
        <Pending />
      )}
    </section>
  );
}

function List({
  documents,
  onOpen,
  onRemove,
}: {
  documents: readonly ListedDocument[];
  onOpen: (id: string) => void;
  onRemove: (document: ListedDocument) => void;
}) {
  if (documents.length === 0) return <p className="mt-3 text-sm text-muted">No documents yet.</p>;
  const open = (event: MouseEvent, id: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <ul className="mt-3">
      {documents.map((document) => {
        const { id, kind, title, name } = document;
        const Icon = kind === 'file' ? FileText : Globe;
        return (
          <li key={id} className="flex min-h-row items-center gap-2 border-t border-line">
            <Icon aria-hidden className="text-muted" />
            <Link
              href={documentPath(id)}
              prefetch={false}
              onClick={(event) => open(event, id)}
              className="min-w-0 flex-1 truncate py-2.5 underline-offset-4 hover:underline"
              title={name}
            >
              {title}
            </Link>
            <IconButton size="small" label={`Remove “${title}”`} icon={<X />} onClick={() => onRemove(document)} />
          </li>
        );
      })}
    </ul>
  );
}

function Pending() {
  return (
    <div aria-busy role="status" className="mt-3">
      <span className="sr-only">Loading your documents</span>
      {[0, 1].map((at) => (
        <div key={at} className="flex min-h-row items-center border-t border-line">
          <Skeleton className="w-2/3" />
        </div>
      ))}
    </div>
  );
}
