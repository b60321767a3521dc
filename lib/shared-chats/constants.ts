/** Bounds of the chats that an account shares. */
export const MAX_SHARED_CHATS = 100;
/** Of one chat, as JSON. */
export const MAX_SHARED_BYTES = 1_000_000;
/** Of all chats of an account. */
export const MAX_SHARED_BYTES_IN_ALL = 20_000_000;
export const MAX_SHARED_MESSAGES = 1_000;
export const MAX_SHARED_TITLE = 200;
/** Of a model, a file, or a function, and of a date. */
export const MAX_SHARED_NAME = 255;
export const MAX_SHARED_ADDRESS = 8_192;
/** Of each list of a message. */
export const MAX_SHARED_ENTRIES = 100;
/** Images only, and none that has scripts: whoever opens the link sees what was sent here. */
export const SHARED_IMAGE = /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]*={0,2}$/;
