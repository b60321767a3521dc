/** The sort orders of `GET /characters`; some of them are filters too. Source: docs/api-rules.md, "Character list". */
export const CHARACTER_ORDERS = [
  'featured',
  'highestRating',
  'highlyRated',
  'highlyRatedAndRecent',
  'imports',
  'mostRecent',
  'ratingCount',
] as const;
