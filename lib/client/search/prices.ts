/** What a successful request costs, in USD. Failures are not charged. */
export const SEARCH_USD = '0.01';
/** What a page that could be read costs, in USD. */
export const READ_USD = '0.01';
/** The longest query that the API takes. */
export const MAX_QUERY = 400;
