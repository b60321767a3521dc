/** The environment variable that samples read the key from. */
export const KEY_VARIABLE = 'API_KEY';

/** The languages of samples, in the order of their tabs. */
export type SampleLanguage = 'curl' | 'typescript' | 'python';

/** A program that sends one request. */
export type Sample = { language: SampleLanguage; label: string; code: string };

/** A field of a form: its name, and a text or the name of a file. */
export type FormField = { name: string } & ({ text: string } | { file: string });

/** What a sample sends. */
export type SampleRequest = {
  /** Where the API is, ending in `/api/v1`. */
  base: string;
  operationId: string;
  method: string;
  /** With its parameters filled in, relative to `base`. */
  path: string;
  query: [name: string, value: string][];
  body?: unknown;
  /** Fields of a `multipart/form-data` body, instead of `body`. */
  form?: readonly FormField[];
  /** The file into which the answer is saved, if it is not JSON. */
  savesAs?: string;
  /** Whether a key is sent. */
  withKey: boolean;
  /** The service's name in the API: client packages do not know fields that contain it. */
  serviceId: string;
};

/** The complete URL of a request. */
export function addressOf({ base, path, query }: SampleRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${base}${path}${search === '' ? '' : `?${search}`}`;
}

/** Whether the response is a stream of server-sent events. */
export function isStreamed({ body }: SampleRequest): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
}
