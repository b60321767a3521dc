import type { Sample } from '../core/samples/request';

/*
 * The API reference as pages and Markdown show it: built from the API description (`reference/`), rendered by
 * `components/docs` and `markdown-page.ts`. Texts may contain `code`, **strong** and [links](/docs), nothing else.
 */

/** A block of a guide. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; label: string; head: string[]; rows: string[][] }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'samples'; label: string; samples: Sample[] };

/** A section of a guide, with the anchor that links to it. */
export type Section = { id: string; title: string; blocks: Block[] };

/** A member of a body, a parameter, or one of several forms (`isForm`). */
export type Field = {
  name: string;
  /** In short TypeScript notation. */
  type: string;
  required: boolean;
  deprecated: boolean;
  description: string;
  /** Limits, default and choices, each as a phrase. */
  notes: string[];
  fields: Field[];
  isForm: boolean;
};

/** A parameter of a request that can be tried: where it goes and its initial value. */
export type TriedParameter = { name: string; in: 'path' | 'query'; required: boolean; value: string };

/** A sample request: as code, and as what a page sends itself. */
export type RequestSample = {
  name: string;
  summary: string;
  samples: Sample[];
  /** Null if a page cannot send it, because it sends files. */
  tried: { parameters: TriedParameter[]; body: string | null } | null;
};

/** One endpoint. `path` is spelled as in the description, `/models/{id}`. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  retired: boolean;
  /** The required credential, as a sentence. */
  credential: string;
  /** Whether a browser session may be needed to try it. */
  needsCaller: boolean;
  /** Whether it spends credit. */
  paid: boolean;
  parameters: { title: string; fields: Field[] }[];
  body: Field[] | null;
  requests: RequestSample[];
  answer: { fields: Field[]; example: string; chunk: Field[] | null; types: string[] } | null;
  headers: { name: string; description: string }[];
  errors: { status: number; codes: { code: string; meaning: string }[] }[];
};

/** A page of the reference. `slug` is empty for the first one. */
export type DocsPage = { slug: string; title: string; summary: string; detail?: string | undefined } & (
  { kind: 'guide'; sections: Section[] } | { kind: 'operation'; operation: Operation }
);

/** A link in the navigation. `words` is the text that a search looks in. */
export type DocsLink = { slug: string; title: string; method?: string | undefined; words: string };

/** All pages in order, and what identifies the reference. */
export type Reference = {
  /** Service revision. */
  version: string;
  /** Scheme and host of the installation, according to its settings. */
  origin: string;
  groups: { title: string; links: DocsLink[] }[];
  pages: DocsPage[];
};

/** A place in the reference that a search has found. */
export type DocsHit = {
  /** With the anchor, like `/docs/createChatCompletion#body-top_p`. */
  href: string;
  /** The page's title, and its method if it is an endpoint. */
  title: string;
  method?: string | undefined;
  /** The section or the field; null for the page itself. */
  section: string | null;
  /** Some 120 characters around the first term that was found. */
  excerpt: string;
};

/** The answer to `GET /api/console/docs`: at most eight hits, the best one first, at most three of a page. */
export type DocsHits = { data: DocsHit[] };
