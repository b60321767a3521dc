/** The key filter's word for browser sessions. */
export const WEB_KEY = 'web';
/** What stands for the keys of rows that were folded together. */
export const OTHER_KEYS = 'other';
