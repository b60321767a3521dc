import { ListReviewsQuery, ReviewList } from '@/lib/characters/contract';
import { listReviews } from '@/lib/characters/review/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: {
    summary: 'Reviews of a character, the newest first',
    answer: ReviewList,
    codes: ['CHARACTER_NOT_FOUND'],
    headers: 'pages',
  },
  query: ListReviewsQuery,
  run: ({ params, query }, context) => listReviews(params.slug ?? '', query, context),
});
