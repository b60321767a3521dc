/** The messages between the service and the process that makes Markdown of pages. */

/** What kind of text a page is. */
export type PageKind = 'html' | 'text' | 'json' | 'xml';

/** Make Markdown of a page. */
export type PageJob = {
  bytes: Uint8Array;
  kind: PageKind;
  /** The declared encoding, or null. */
  charset: string | null;
  /** The address of the page, which relative links refer to. */
  url: string;
  maxCharacters: number;
};

/** The page, or why there is none. `date` is ISO 8601, empty if unknown. */
export type PageAnswer =
  | { title: string; markdown: string; date: string; isCut: boolean }
  | {
      problem: 'unsupported' | 'empty';
    };
