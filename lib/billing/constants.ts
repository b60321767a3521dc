/** The value of the key filter for browser sessions. */
export const WEB_KEY = 'web';
/** The key of rows that were folded together. */
export const OTHER_KEYS = 'other';
