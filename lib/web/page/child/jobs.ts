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

/**
 * What a page says. `date` is ISO 8601, empty if unknown. `links` are the http(s) addresses that the whole page links to,
 * its menus too, absolute and without fragments; none for a page that is not HTML.
 */
export type PageText = { title: string; markdown: string; date: string; isCut: boolean; links: readonly string[] };

/** The page, or why there is none. One without text, or with a form to sign in, may still have links. */
export type PageAnswer =
  | PageText
  | { problem: 'unsupported' | 'unclear_encoding' }
  | { problem: 'empty' | 'sign_in'; links: readonly string[] };
