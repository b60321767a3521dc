import { ApiError } from '../core/errors';
import { keptTextDocument, type TextDocument } from '../http/answer/text';
import type { RouteTable } from '../http/route-table';
import { processState } from '../platform/process-state';
import type { Reference } from './contract';
import { describeRoutes, findReference } from './reference/shared';
import { markdownPath, toMarkdown } from './markdown-page';

const MARKDOWN = 'text/markdown; charset=utf-8';
const SUMMARY =
  'An OpenAI-compatible inference API with prepaid credit and exact billing. Change the base URL of an OpenAI client, keep the code.';

/** `GET /llms.txt` (llmstxt.org): the contents of the reference, with a link to the Markdown of each page. */
export async function listForAgents(routes: RouteTable): Promise<TextDocument> {
  const reference = await referenceOf(routes);
  return keptText(reference, 'list', () => writeList(reference));
}

function writeList(reference: Reference): string {
  const { groups, pages, origin } = reference;
  const lists = groups.map(({ title, links }) => {
    const lines = links.map(({ slug, title: name, method, words }) => {
      const page = pages.find((one) => one.slug === slug);
      const endpoint = method ? `\`${method} ${words.split(' ')[0] ?? ''}\`. ` : '';
      const said = `${endpoint}${(page?.kind === 'guide' ? page.summary : page?.detail) ?? ''}`;
      return `- [${name}](${origin}${markdownPath(slug)}): ${said}`;
    });
    return [`## ${title}`, lines.join('\n')].join('\n\n');
  });
  return [...headOf(reference), ...lists, '## Optional', optional(origin)].join('\n\n');
}

/** `GET /llms-full.txt`: all pages of the reference in one text. */
export async function retrieveAllPages(routes: RouteTable): Promise<TextDocument> {
  const reference = await referenceOf(routes);
  return keptText(reference, 'all', () => {
    const texts = reference.pages.map((page) => toMarkdown(page, reference.origin).trimEnd());
    return [...headOf(reference), ...texts].join('\n\n');
  });
}

/**
 * `GET /docs/<slug>.md`: one page of the reference as Markdown.
 * @throws ApiError `NOT_FOUND`
 */
export async function retrievePage(routes: RouteTable, name: string): Promise<TextDocument> {
  const reference = await referenceOf(routes);
  const { pages, origin } = reference;
  const page = pages.find(({ slug }) => markdownPath(slug) === `/docs/${name}.md`);
  if (!page) throw new ApiError('NOT_FOUND', `The reference has no page "${name}".`);
  return keptText(reference, `page ${page.slug}`, () => toMarkdown(page, origin));
}

/** The reference of the process. Under Next's own server its routes may not have been set yet. */
function referenceOf(routes: RouteTable): Promise<Reference> {
  describeRoutes(() => Promise.resolve(routes));
  return findReference();
}

function headOf({ origin, version }: Reference): string[] {
  return [
    '# Farebox',
    `> ${SUMMARY}`,
    `Base URL: ${origin}/api/v1. Credential: \`Authorization: Bearer <API key>\`. Revision ${version}.`,
  ];
}

function optional(origin: string): string {
  return [
    `- [llms-full.txt](${origin}/llms-full.txt): all pages in one file`,
    `- [openapi.json](${origin}/api/v1/openapi.json): the description, OpenAPI 3.1`,
  ].join('\n');
}

/**
 * A text of a reference, generated at its first use: anybody may request one, and the text of all pages takes
 * milliseconds. The reference is a new object as soon as the name or the address of the service changes.
 */
function keptText(reference: Reference, name: string, write: () => string): TextDocument {
  const texts = processState('openapi.markdown', () => new WeakMap<Reference, Map<string, TextDocument>>());
  const kept = texts.get(reference) ?? new Map<string, TextDocument>();
  texts.set(reference, kept);
  const text = kept.get(name) ?? keptTextDocument({ text: `${write().trimEnd()}\n`, contentType: MARKDOWN });
  kept.set(name, text);
  return text;
}
