import { Star } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';

const RATINGS = [1, 2, 3, 4, 5] as const;

/** A rating as stars, announced as a number. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-0.5">
      {RATINGS.map((star) => (
        <Star
          key={star}
          aria-hidden
          className={classNames('size-3.5', star <= rating ? 'fill-signal text-signal' : 'text-edge')}
        />
      ))}
      <span className="sr-only">{rating} of 5</span>
    </span>
  );
}

/** A choice of one to five stars: a radio group for pointer and arrow keys. A `value` of 0 means none yet. */
export function StarChoice({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Your rating</legend>
      <div className="-ml-2 flex">
        {RATINGS.map((star) => (
          <label
            key={star}
            className="flex size-touch cursor-pointer items-center justify-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-signal"
          >
            <input
              type="radio"
              name="rating"
              value={star}
              checked={value === star}
              aria-label={`${star} of 5`}
              onChange={() => onChange(star)}
              className="sr-only"
            />
            <Star
              aria-hidden
              className={classNames('size-6', star <= value ? 'fill-signal text-signal' : 'text-edge')}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
