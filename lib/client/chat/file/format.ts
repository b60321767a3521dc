/** The name and version of the file format. Raise the version with each change that an older page would misread. */
export const FILE_FORMAT = 'farebox-chats';
export const FILE_VERSION = 1;

/** The largest file that is read. */
export const MAX_FILE_BYTES = 100_000_000;
