import { RateCharacter } from '@/lib/characters/contract';
import { findOwnReview } from '@/lib/characters/review/find-own';
import { rateCharacter, withdrawRating } from '@/lib/characters/review/rate';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'session',
  run: ({ params }, context) => findOwnReview(params.id ?? '', context),
});

export const PUT = endpoint({
  auth: 'session',
  body: RateCharacter,
  run: ({ params, body }, context) => rateCharacter(params.id ?? '', body, context),
});

export const DELETE = endpoint({
  auth: 'session',
  run: ({ params }, context) => withdrawRating(params.id ?? '', context),
});
