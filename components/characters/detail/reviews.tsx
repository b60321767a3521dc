'use client';

import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Badge } from '@/components/ui/show/badge';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Review } from '@/lib/characters/contract';
import { counted } from '../figures';
import { useReviews } from '../use-characters';
import { Stars } from './stars';

/** A character's reviews, newest first. */
export function Reviews({ id }: { id: string }) {
  const reviews = useReviews(id);
  const all = reviews.data?.pages.flatMap((page) => page.data) ?? [];
  const total = reviews.data?.pages[0]?.summary.totalReviews;
  return (
    <section aria-label="Reviews" className="border-t border-line pt-6">
      <h3 className="font-medium">{total ? counted(total, 'review') : 'Reviews'}</h3>
      {reviews.isPending ? (
        <div aria-busy className="mt-3 flex flex-col gap-2">
          <Skeleton className="w-40" />
          <Skeleton className="w-full" />
        </div>
      ) : null}
      {reviews.isError ? (
        <FailureNotice
          failure={reviews.error}
          what="The reviews could not be loaded."
          onRetry={() => void reviews.refetch()}
          className="mt-3"
        />
      ) : null}
      {reviews.data && all.length === 0 ? <p className="mt-1 text-muted">No ratings yet.</p> : null}
      <ul className="mt-1 divide-y divide-line">
        {all.map((review) => (
          <ReviewItem key={review.id} review={review} />
        ))}
      </ul>
      {reviews.hasNextPage ? (
        <Button
          size="small"
          className="mt-2"
          busy={reviews.isFetchingNextPage}
          onClick={() => void reviews.fetchNextPage()}
        >
          {reviews.isFetchingNextPage ? 'Loading more' : 'Show more'}
        </Button>
      ) : null}
    </section>
  );
}

function ReviewItem({ review: { rating, username, createdAt, message, locale, isOwner } }: { review: Review }) {
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <Stars rating={rating} />
        <span>{username}</span>
        {isOwner ? <Badge tone="ink">You</Badge> : null}
        <RelativeTime at={createdAt} className="ml-auto" />
      </p>
      {message ? (
        <p lang={locale ?? undefined} className="mt-1 whitespace-pre-line wrap-anywhere">
          {message}
        </p>
      ) : null}
    </li>
  );
}
