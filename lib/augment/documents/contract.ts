import { z } from 'zod';

/** The account's own pages and files, which its searches find besides everybody's. */

/** Also after redirects: documents are found by their address. */
export const MAX_ADDRESS_CHARACTERS = 2_000;
const MAX_NAME_CHARACTERS = 200;

/** The body of `POST /api/console/documents`: a page's address, or a file of a form with its name. */
export const AddDocument = z
  .object({
    url: z
      .string()
      .min(1, 'Enter an address')
      .max(MAX_ADDRESS_CHARACTERS, `Must have at most ${MAX_ADDRESS_CHARACTERS} characters`)
      .optional(),
    file: z
      .custom<Uint8Array>((value) => value instanceof Uint8Array, { error: 'Must be a file, sent as a part of a form' })
      .optional(),
    /** The name of the file; a path before it is left out. */
    name: z
      .string()
      .transform((name) => name.replace(/^.*[\\/]/, '').trim())
      .pipe(
        z
          .string()
          .min(1, 'Enter the name of the file')
          .max(MAX_NAME_CHARACTERS, `Must have at most ${MAX_NAME_CHARACTERS} characters`)
          .regex(/^\P{Cc}*$/u, 'Must be one line without control characters'),
      )
      .optional(),
  })
  .refine(({ url, file }) => (url === undefined) !== (file === undefined), {
    path: ['url'],
    message: 'Send either an address or a file',
  })
  .refine(({ file, name }) => file === undefined || name !== undefined, {
    path: ['name'],
    message: 'Enter the name of the file',
  });
export type AddDocument = z.output<typeof AddDocument>;

/** How the fields of the form become the members of `AddDocument`. */
export const ADD_DOCUMENT_FORM = { files: { file: 'one' } } as const;
