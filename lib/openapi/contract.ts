import type { Sample } from '../core/samples/request';

/*
 * The API reference as pages and Markdown show it: made of the API description (`reference/`), drawn by `components/docs`
 * and `markdown/`. Texts have `code`, **strong** and [links](/docs) inside, nothing else.
 */

/** A piece of a guide. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; label: string; head: string[]; rows: string[][] }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'samples'; label: string; samples: Sample[] };

/** A part of a guide, with the anchor that leads to it. */
export type Section = { id: string; title: string; blocks: Block[] };

/** A member of a body, a parameter, or one form of several (`isForm`). */
export type Field = {
  name: string;
  /** As TypeScript would write it, short. */
  type: string;
  required: boolean;
  deprecated: boolean;
  description: string;
  /** Bounds, default and choices, each a phrase. */
  notes: string[];
  fields: Field[];
  isForm: boolean;
};

/** A parameter of a request that is tried: where it goes and what it is at first. */
export type TriedParameter = { name: string; in: 'path' | 'query'; required: boolean; value: string };

/** A request worth sending: as samples, and as what a page sends itself. */
export type RequestSample = {
  name: string;
  summary: string;
  samples: Sample[];
  tried: { parameters: TriedParameter[]; body: string | null };
};

/** One endpoint. `path` is spelled as the description spells it, `/models/{id}`. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  retired: boolean;
  /** What must be sent with it, in a sentence. */
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

/** A line of the navigation. `words` is what a search looks in. */
export type DocsLink = { slug: string; title: string; method?: string | undefined; words: string };

/** All pages in their order, and how they are told apart. */
export type Reference = {
  /** Service revision. */
  version: string;
  /** Scheme and host of the installation, as its settings name them. */
  origin: string;
  groups: { title: string; links: DocsLink[] }[];
  pages: DocsPage[];
};
