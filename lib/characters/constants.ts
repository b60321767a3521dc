/** The sort orders of `GET /characters`; some of them are filters too. Source: contract 14.1. */
export const CHARACTER_ORDERS = [
  'featured',
  'highestRating',
  'highlyRated',
  'highlyRatedAndRecent',
  'imports',
  'mostRecent',
  'ratingCount',
] as const;
