import type { z } from 'zod';
import type { ErrorCode } from '../core/errors';

/** An endpoint in words, schemas and examples, for the API description. */
export type Description = {
  /** One line. */
  summary: string;
  /** Markdown. */
  detail?: string;
  /** Schema of the JSON answer of status 200; of one chunk too where the answer can be a stream. */
  answer?: z.ZodType;
  chunk?: z.ZodType;
  /** Error codes beside those that every endpoint of its kind may answer with. */
  codes?: readonly ErrorCode[];
  /** That the answer tells in headers which page of a list it is. */
  headers?: 'pages';
  /** What the parameters of the path mean, by name. */
  params?: Readonly<Record<string, { description: string; example: string }>>;
  /** Requests worth sending, by name, the simplest first. A test checks each against the schemas. */
  examples?: Readonly<Record<string, RequestExample>>;
};

/** A request worth sending, beside its path. */
export type RequestExample = { summary: string; query?: Readonly<Record<string, string>>; body?: object };
