import type { ImageRequests } from '../../kit/images/ask';

/** What an image model of Google gets: the address of a method of its model, and what its requests have in common. */
export type GoogleCall = { url: (method: string) => string; requests: ImageRequests };
