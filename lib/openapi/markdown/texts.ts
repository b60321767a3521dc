import { ApiError } from '../../core/errors';
import { type TextDocument, textDocument } from '../../http/answer/text';
import type { RouteTable } from '../../http/route-table';
import type { Reference } from '../contract';
import { describeRoutes, findReference } from '../reference/shared';
import { markdownPath, toMarkdown } from './page';

const MARKDOWN = 'text/markdown; charset=utf-8';
const WORDS =
  'An OpenAI-compatible inference API with prepaid credit and exact billing. Change the base address of an OpenAI client, keep the code.';

/** `GET /llms.txt` (llmstxt.org): what the reference has, with a link to the Markdown of each page. */
export async function listForAgents(routes: RouteTable): Promise<TextDocument> {
  const reference = await referenceOf(routes);
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
  return markdown([...headOf(reference), ...lists, '## Optional', optional(origin)].join('\n\n'));
}

/** `GET /llms-full.txt`: all pages of the reference in one text. */
export async function tellAgentsAll(routes: RouteTable): Promise<TextDocument> {
  const reference = await referenceOf(routes);
  const texts = reference.pages.map((page) => toMarkdown(page, reference.origin).trimEnd());
  return markdown([...headOf(reference), ...texts].join('\n\n'));
}

/**
 * `GET /docs/<slug>.md`: one page of the reference as Markdown.
 * @throws ApiError `NOT_FOUND`
 */
export async function tellPage(routes: RouteTable, name: string): Promise<TextDocument> {
  const { pages, origin } = await referenceOf(routes);
  const page = pages.find(({ slug }) => markdownPath(slug) === `/docs/${name}.md`);
  if (!page) throw new ApiError('NOT_FOUND', `The reference has no page "${name}".`);
  return markdown(toMarkdown(page, origin));
}

/** The reference of the process, which under Next's own server may not have been told its routes yet. */
function referenceOf(routes: RouteTable): Promise<Reference> {
  describeRoutes(() => Promise.resolve(routes));
  return findReference();
}

function headOf({ origin, version }: Reference): string[] {
  return [
    '# Farebox',
    `> ${WORDS}`,
    `Base address: ${origin}/api/v1. Credential: \`Authorization: Bearer <API key>\`. Revision ${version}.`,
  ];
}

function optional(origin: string): string {
  return [
    `- [llms-full.txt](${origin}/llms-full.txt): all pages in one text`,
    `- [openapi.json](${origin}/api/v1/openapi.json): the description, OpenAPI 3.1`,
  ].join('\n');
}

function markdown(text: string): TextDocument {
  return textDocument({ text: `${text.trimEnd()}\n`, contentType: MARKDOWN });
}
