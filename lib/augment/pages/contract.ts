import { z } from 'zod';
import type { ErrorCode } from '../../core/errors';

/** Requests and answers of reading pages and files (docs/api-rules.md, "Reading pages" and "Parsing files"). */

const MAX_ADDRESS_CHARACTERS = 8_192;

/** Body of `POST /augment/scrape`. */
export const ScrapeRequest = z
  .object({
    url: z
      .string()
      .min(1)
      .max(MAX_ADDRESS_CHARACTERS)
      .meta({ description: 'A public http or https address.', example: 'https://example.com/article' }),
  })
  .meta({ id: 'ScrapeRequest', description: 'The address of a page or a document.' });
export type ScrapeRequest = z.output<typeof ScrapeRequest>;

/** A page that was read. */
export const ScrapeResponse = z
  .object({
    url: z
      .string()
      .meta({ description: 'The address of the page, after redirects.', example: 'https://example.com/article' }),
    content: z.string().meta({
      description: 'The article of the page, or the text of a document, as Markdown.',
      example: '# Tides\n\nHigh water is at noon.',
    }),
    format: z.literal('markdown').meta({ description: 'Always `markdown`.', example: 'markdown' }),
  })
  .meta({ id: 'ScrapeResponse', description: 'A page as Markdown.' });
export type ScrapeResponse = z.output<typeof ScrapeResponse>;

/** The form of `POST /augment/text-parser`. */
export const ParseTextRequest = z
  .object({
    file: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, {
        error: (issue) =>
          issue.input === undefined || issue.input === ''
            ? 'Required: a file'
            : 'Must be a file, sent as a part of a form with a file name',
      })
      .meta({ type: 'string', format: 'binary', description: 'The file, at most 25 MB.', example: 'report.pdf' }),
    response_format: z
      .enum(['json', 'text'])
      .default('json')
      .meta({ description: '`text` answers with the text alone.', example: 'json', default: 'json' }),
  })
  .meta({ id: 'ParseTextRequest', description: 'A file to be parsed.' });
export type ParseTextRequest = z.output<typeof ParseTextRequest>;

/** How the fields of the form become the members of `ParseTextRequest`. */
export const PARSE_TEXT_FORM = { files: { file: 'one' } } as const;

/** The text of a file. */
export const ParseTextResponse = z
  .object({
    text: z.string().meta({
      description: 'The text; that of documents is Markdown.',
      example: '# Yearly report\n\nThe invoice is due in March.',
    }),
    tokens: z
      .int()
      .min(0)
      .meta({ description: 'Estimated tokens of the text: one for every 3.2 characters.', example: 14 }),
  })
  .meta({ id: 'ParseTextResponse', description: 'The text of a file.' });
export type ParseTextResponse = z.output<typeof ParseTextResponse>;

/** Errors in addition to those of every request, for the API description. */
export const SCRAPE_CODES: readonly ErrorCode[] = ['INFERENCE_FAILED', 'MODEL_AT_CAPACITY', 'REQUEST_TIMEOUT'];
export const PARSE_TEXT_CODES: readonly ErrorCode[] = ['INVALID_FILE_SIZE', 'MODEL_AT_CAPACITY', 'REQUEST_TIMEOUT'];
