/** Bounds of the chats that an account shares. */
export const MAX_SHARED_CHATS = 100;
/** Of one chat, as JSON. */
export const MAX_SHARED_BYTES = 1_000_000;
/** Of all chats of an account. */
export const MAX_SHARED_BYTES_IN_ALL = 20_000_000;
export const MAX_SHARED_MESSAGES = 1_000;
export const MAX_SHARED_TITLE = 200;
