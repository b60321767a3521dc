import type { DocsPage, Section } from '../contract';

/** What the guides describe: this installation, its endpoints, its headers. */
export type GuideContext = {
  /** Where the API is, ending in `/api/v1`. */
  base: string;
  serviceId: string;
  /** The pages of all operations. */
  pages: DocsPage[];
  headers: Record<string, { description: string }>;
};

/** A guide: a page of prose. */
export type Guide = { slug: string; title: string; summary: string; sections: Section[] };
