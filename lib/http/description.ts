import type { z } from 'zod';
import type { ErrorCode } from '../core/errors';

/** An endpoint's text, schemas, and examples for the API description. */
export type Description = {
  /** One line. */
  summary: string;
  /** Markdown. */
  detail?: string;
  /** Schema of the JSON response of status 200, and of one chunk if the response can be a stream. */
  answer?: z.ZodType;
  chunk?: z.ZodType;
  /** Content types of the response of status 200 if it can be bytes. */
  binary?: readonly string[];
  /** Whether the outcome may be unknown at first: then the status is 202. */
  pending?: true;
  /** Error codes in addition to those of every endpoint of its kind. */
  codes?: readonly ErrorCode[];
  /** Further headers of the response: of pagination, of images, or of searches. */
  headers?: 'pages' | 'images' | 'searches';
  /** What the parameters of the path mean, by name. */
  params?: Readonly<Record<string, { description: string; example: string }>>;
  /** Example requests by name, the simplest first. A test checks each against the schemas. */
  examples?: Readonly<Record<string, RequestExample>>;
};

/** An example request, without its path. */
export type RequestExample = {
  summary: string;
  query?: Readonly<Record<string, string>>;
  body?: object;
  /** Fields of a `multipart/form-data` body instead of JSON: texts, and names of files. */
  form?: Readonly<Record<string, string | readonly string[]>>;
};
