import { characterInPath, ListReviewsQuery, ReviewList } from '@/lib/characters/contract';
import { listReviews } from '@/lib/characters/review/list';
import { endpoint } from '@/lib/http/endpoint';

export const GET = endpoint({
  auth: 'any_key',
  describe: {
    summary: 'List reviews',
    detail: 'Reviews of a character, the newest first.',
    answer: ReviewList,
    codes: ['CHARACTER_NOT_FOUND'],
    headers: 'pages',
    params: characterInPath,
    examples: { first: { summary: 'The ten newest', query: { page: '1', pageSize: '10' } } },
  },
  query: ListReviewsQuery,
  run: ({ params, query }, context) => listReviews(params.slug ?? '', query, context),
});
