import type { Sample } from '../core/samples/request';
import type { Block, DocsPage, Field, Operation, RequestSample } from './contract';

const FENCES: Record<Sample['language'], string> = { curl: 'bash', typescript: 'ts', python: 'python' };

/**
 * A page of the reference as Markdown, for agents and for copying.
 * @param origin of the links within the reference, which lead to the Markdown of the pages
 */
export function toMarkdown(page: DocsPage, origin: string): string {
  const parts =
    page.kind === 'guide'
      ? page.sections.flatMap(({ title, blocks }) => [`## ${title}`, ...blocks.map(blockOf)])
      : operationOf(page.operation);
  const lead = page.kind === 'operation' ? page.detail : page.summary;
  return `${[`# ${page.title}`, lead ?? '', ...parts]
    .filter((part) => part !== '')
    .map((part) => linked(part, origin))
    .join('\n\n')}\n`;
}

/** The path of a page's Markdown. */
export function markdownPath(slug: string): string {
  return slug === '' ? '/docs/quickstart.md' : `/docs/${slug}.md`;
}

function linked(text: string, origin: string): string {
  return text
    .replace(/\]\(\/docs\/([\w-]+)\)/g, (_, slug: string) => `](${origin}${markdownPath(slug)})`)
    .replace(/\]\(\/([\w/-]*)\)/g, (_, path: string) => `](${origin}/${path})`);
}

function blockOf(block: Block): string {
  switch (block.kind) {
    case 'text':
      return block.text;
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n');
    case 'table':
      return tableOf(block.head, block.rows);
    case 'code':
      return fenced('', block.code);
    case 'samples':
      return block.samples.map(sampleOf).join('\n\n');
  }
}

function operationOf(operation: Operation): string[] {
  const { method, path, credential, retired, parameters, body, requests, answer, headers, errors } = operation;
  return [
    `\`${method} ${path}\``,
    ...(retired ? ['Retired.'] : [`Credential: ${credential}`]),
    ...parameters.flatMap(({ title, fields }) => [`## ${title}`, treeOf(fields)]),
    ...(body ? ['## Body', treeOf(body)] : []),
    ...requests.flatMap(requestOf),
    ...(answer ? ['## Answer', treeOf(answer.fields), fenced('json', answer.example)] : []),
    ...(answer?.chunk ? ['## Stream event', treeOf(answer.chunk)] : []),
    ...(headers.length > 0
      ? [
          '## Response headers',
          tableOf(
            ['Header', 'Meaning'],
            headers.map((one) => [`\`${one.name}\``, one.description]),
          ),
        ]
      : []),
    '## Errors',
    tableOf(
      ['Status', 'Code', 'What to do'],
      errors.flatMap(({ status, codes }) => codes.map(({ code, meaning }) => [String(status), `\`${code}\``, meaning])),
    ),
  ];
}

function requestOf({ summary, samples }: RequestSample): string[] {
  return [`## Example: ${summary}`, ...samples.map(sampleOf)];
}

function sampleOf({ label, language, code }: Sample): string {
  return `${label}:\n\n${fenced(FENCES[language], code)}`;
}

/** Nested lists; required members are marked. */
function treeOf(fields: Field[], indent = ''): string {
  return fields
    .map(({ name, type, required, deprecated, description, notes, fields: below, isForm }) => {
      const facts = [
        ...(isForm ? [] : [type]),
        ...(required ? ['required'] : []),
        ...(deprecated ? ['deprecated'] : []),
        ...notes,
      ];
      const note = [facts.join('; '), description].filter((part) => part !== '').join('. ');
      const own = `${indent}- ${isForm ? `with \`${name}\`` : `\`${name}\``}${note === '' ? '' : `: ${note}`}`;
      return below.length > 0 ? `${own}\n${treeOf(below, `${indent}  `)}` : own;
    })
    .join('\n');
}

function tableOf(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}
