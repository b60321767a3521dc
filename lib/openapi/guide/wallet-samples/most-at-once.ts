/** The most that a sample pays at once: the packages' own bound is 1 USD. */
export const MOST_AT_ONCE = '$25';
