import type { Block, DocsPage, Field, Operation, Reference } from '../contract';

/** A part of the reference that can be found: a page, a section of a guide, a row of its tables, a field. */
export type DocsEntry = {
  slug: string;
  title: string;
  method?: string | undefined;
  /** The anchor; empty for the page itself. */
  anchor: string;
  section: string | null;
  text: string;
  /** What the search looks in, in lower case. */
  names: string;
  words: string;
};

type Part = Pick<DocsEntry, 'anchor' | 'section' | 'text'>;

/** Everything in the reference that can be found, in its order. */
export function entriesOf({ pages }: Pick<Reference, 'pages'>): DocsEntry[] {
  return pages.flatMap((page) => {
    const title = plain(page.title);
    const method = page.kind === 'operation' ? page.operation.method : undefined;
    return partsOf(page).map(({ anchor, section, text }): DocsEntry => {
      const shown = plain(text);
      return {
        ...{ slug: page.slug, title, method, anchor, section, text: shown },
        names: `${title} ${section ?? ''}`.toLowerCase(),
        words: shown.toLowerCase(),
      };
    });
  });
}

function partsOf(page: DocsPage): Part[] {
  if (page.kind === 'operation') return partsOfOperation(page.operation, page.detail ?? page.summary);
  return [
    part('', null, page.summary),
    ...page.sections.flatMap(({ id, title, blocks }) => [
      part(id, plain(title), blocks.map(textOf).join(' ')),
      ...blocks.flatMap((block) => (block.kind === 'table' ? block.rows.map((row) => partOfRow(row, id)) : [])),
    ]),
  ];
}

/** A row is found by its code, like an error's or a field's, or else by its first cell. */
function partOfRow(row: readonly string[], anchor: string): Part {
  const name = row.find((cell) => cell.startsWith('`')) ?? row[0] ?? '';
  return part(anchor, plain(name), row.filter((cell) => cell !== name).join(' '));
}

/** Error codes are left out: they mean the same everywhere, and a guide has them all. */
function partsOfOperation(operation: Operation, detail: string): Part[] {
  const { path, credential, parameters, body, answer, headers } = operation;
  return [
    part('', null, `/api/v1${path}. ${detail} Credential: ${credential}`),
    ...parameters.flatMap(({ title, fields }) => partsOfFields(fields, title.toLowerCase())),
    ...partsOfFields(body ?? [], 'body'),
    ...partsOfFields(answer?.fields ?? [], 'answer'),
    ...partsOfFields(answer?.chunk ?? [], 'event'),
    ...headers.map(({ name, description }) => part('answer-headers', name, description)),
  ];
}

/** Fields have the anchors that the page gives them: those within one of several forms that of the field above. */
function partsOfFields(fields: readonly Field[], anchor: string, hasOwn = true): Part[] {
  return fields.flatMap(({ name, type, description, notes, isForm, fields: nested }) => {
    const isOwn = hasOwn && !isForm;
    const own = isOwn ? `${anchor}-${name}` : anchor;
    const text = [isForm ? '' : `${type}.`, description, notes.join('; ')].filter(Boolean).join(' ');
    return [...(isForm ? [] : [part(own, name, text)]), ...partsOfFields(nested, own, isOwn)];
  });
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'list':
      return block.items.join(' ');
    case 'table':
      // Its rows are found on their own.
      return block.label;
    case 'code':
      return block.code;
    case 'samples':
      // The same request in three languages: one is enough.
      return block.samples[0]?.code ?? '';
  }
}

const part = (anchor: string, section: string | null, text: string): Part => ({ anchor, section, text });

/** Text without its marks: `code`, **strong**, [links](/docs). */
function plain(text: string): string {
  return text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
