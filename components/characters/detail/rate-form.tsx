'use client';

import { useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { Skeleton } from '@/components/ui/show/skeleton';
import { RateCharacter, type Character, type Review } from '@/lib/characters/contract';
import { useOwnReview, useRateCharacter } from '../use-characters';
import { StarChoice } from './stars';

/** The visitor's own review: one per character, which can be changed or removed at any time. */
export function RateForm({ character }: { character: Character }) {
  const own = useOwnReview(character.id);
  if (own.isError) {
    return (
      <FailureNotice failure={own.error} what="Your rating could not be loaded." onRetry={() => void own.refetch()} />
    );
  }
  if (own.data === undefined) return <Skeleton className="h-24 w-full" />;
  return <Form key={own.data?.id ?? 'none'} id={character.id} review={own.data} />;
}

function Form({ id, review }: { id: string; review: Review | null }) {
  const [rating, setRating] = useState(review?.rating ?? 0);
  const [message, setMessage] = useState(review?.message ?? '');
  const [error, setError] = useState<string>();
  const [said, setSaid] = useState('');
  const rate = useRateCharacter(id);
  const changed = rating !== (review?.rating ?? 0) || message.trim() !== (review?.message ?? '');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = RateCharacter.safeParse({ rating, message }).error?.issues[0]?.message;
    setError(wrong);
    if (wrong || rate.isPending) return;
    // Reviews are most likely written in the browser's language.
    rate.mutate({ rating, message, locale: navigator.language || null }, { onSuccess: () => setSaid('Saved.') });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 border-t border-line pt-6">
      {rate.error ? <FailureNotice failure={rate.error} /> : null}
      <StarChoice
        value={rating}
        onChange={(next) => {
          setRating(next);
          setSaid('');
        }}
      />
      {rating > 0 ? (
        <>
          <Field label="Your review" help="Optional. Everyone here can read it." error={error}>
            <Textarea
              rows={2}
              value={message}
              onChange={(event) => {
                setMessage(event.target.value);
                setError(undefined);
                setSaid('');
              }}
            />
          </Field>
          <div className="flex flex-wrap items-center gap-3">
            {changed ? (
              <Button type="submit" size="small" busy={rate.isPending}>
                {review ? 'Save changes' : 'Save rating'}
              </Button>
            ) : null}
            {review ? (
              <Button kind="plain" size="small" busy={rate.isPending} onClick={() => rate.mutate(null)}>
                Remove rating
              </Button>
            ) : null}
            <p role="status" className="text-sm text-muted">
              {said}
            </p>
          </div>
        </>
      ) : null}
    </form>
  );
}
