import { ImageIcon } from 'lucide-react';
import { lazy, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import type { Components, ExtraProps } from 'streamdown';
import { CodeBox } from './code-box';
import { FootnoteLink } from './footnote-link';
import { imageLabel, isMisleading, safeLink } from './links';
import { SourceLink } from './source-link';

// Loaded with the first formula.
const Formula = lazy(() => import('./formula'));

type Node = NonNullable<ExtraProps['node']>;

/** All text below a node of the parsed answer. */
function textOf(node: Node | Node['children'][number] | undefined): string {
  if (!node) return '';
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** A link to another site: no referrer, and no access to this window. */
function Leaving({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}

function AnswerLink({ href, node, children }: ComponentProps<'a'> & ExtraProps) {
  const { id, ariaLabel, dataFootnoteRef, dataFootnoteBackref } = node?.properties ?? {};
  if (href?.startsWith('#') && (dataFootnoteRef !== undefined || dataFootnoteBackref !== undefined)) {
    const label = dataFootnoteRef === undefined ? String(ariaLabel) : `Footnote ${textOf(node)}`;
    return (
      <FootnoteLink id={id} to={href.slice(1)} label={label}>
        {children}
      </FootnoteLink>
    );
  }
  const link = safeLink(href);
  if (!link) return <span>{children}</span>;
  return (
    <>
      <SourceLink href={link.href} text={textOf(node)}>
        <Leaving href={link.href}>{children}</Leaving>
      </SourceLink>
      {isMisleading(textOf(node), link) ? <span className="text-muted"> ({link.host})</span> : null}
    </>
  );
}

/** Images are never loaded: their URL alone could leak parts of the conversation. */
function AnswerImage({ src, alt }: ComponentProps<'img'> & ExtraProps) {
  const link = safeLink(src);
  const label = imageLabel(alt, link);
  const face = (
    <>
      <ImageIcon aria-hidden className="mr-1 inline align-text-bottom" />
      {label}
    </>
  );
  return link ? <Leaving href={link.href}>{face}</Leaving> : <span className="text-muted">{face}</span>;
}

function AnswerCode({ node }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children.find((child) => child.type === 'element');
  const classes = classesOf(code);
  if (classes.includes('math-display')) return <Mathematics tex={textOf(code)} display />;
  const named = classes.find((name) => name.startsWith('language-'));
  const language = named?.slice('language-'.length).toLowerCase() ?? '';
  return <CodeBox code={textOf(code ?? node).replace(/\n$/, '')} language={language} />;
}

function InlineCode({ node, children }: ComponentProps<'code'> & ExtraProps) {
  if (classesOf(node).includes('math-inline')) return <Mathematics tex={textOf(node)} display={false} />;
  return <code>{children}</code>;
}

/** Shows the TeX source until the renderer is loaded, or if it cannot be loaded. */
function Mathematics({ tex, display }: { tex: string; display: boolean }) {
  const formula = (
    <ChunkBoundary fallback={<code>{tex}</code>}>
      <Formula tex={tex} display={display} />
    </ChunkBoundary>
  );
  if (!display) return formula;
  return (
    <div role="group" aria-label="Formula" tabIndex={0} className="my-4 overflow-x-auto overflow-y-hidden">
      {formula}
    </div>
  );
}

function classesOf(node: Node | Node['children'][number] | undefined): string[] {
  const classes = node?.type === 'element' ? node.properties.className : undefined;
  return Array.isArray(classes) ? classes.map(String) : [];
}

function AnswerTable({ children }: ComponentProps<'table'> & ExtraProps) {
  return (
    <div
      role="group"
      aria-label="Table"
      tabIndex={0}
      className="my-4 max-w-full overflow-x-auto rounded-panel border border-line"
    >
      <table>{children}</table>
    </div>
  );
}

type PlainTag = 'p' | 'ul' | 'blockquote' | 'strong' | 'em' | 'del' | 'thead' | 'tbody' | 'tr' | 'sup' | 'sub';

const plain = (Tag: PlainTag) =>
  function Plain({ children }: ExtraProps & { children?: ReactNode }) {
    return <Tag>{children}</Tag>;
  };

/** A table cell with the answer's alignment, and a width that its text can be read in: else the table scrolls. */
const cell = (Tag: 'td' | 'th') =>
  function Cell({ node, children, style }: ExtraProps & { children?: ReactNode; style?: CSSProperties }) {
    const align = ALIGN[String(style?.textAlign)];
    return <Tag className={classNames(align, widthFor(textOf(node).length))}>{children}</Tag>;
  };

const ALIGN: Record<string, string | undefined> = { right: 'text-right', center: 'text-center' };

/** Short texts stay on one line, and long ones wrap to a few lines instead of one per word. */
function widthFor(characters: number): string {
  if (characters <= 12) return 'whitespace-nowrap';
  return characters <= 48 ? 'min-w-40' : 'min-w-56';
}

/**
 * The page has one h1 and each message an h2, so an answer's headings start at h3. Models start with any of the first
 * three levels: those look different but are all h3, so that no level is skipped.
 */
const heading = (level: 1 | 2 | 3 | 4 | 5 | 6) => {
  const Tag = ({ 1: 'h3', 2: 'h3', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const)[level];
  return function Heading({ children }: ExtraProps & { children?: ReactNode }) {
    return <Tag className={level < 3 ? `heading-${level}` : undefined}>{children}</Tag>;
  };
};

/** The only elements an answer can contain. Attributes are copied one by one, never spread. */
export const ELEMENTS = {
  a: AnswerLink,
  img: AnswerImage,
  pre: AnswerCode,
  code: InlineCode,
  table: AnswerTable,
  thead: plain('thead'),
  tbody: plain('tbody'),
  tr: plain('tr'),
  td: cell('td'),
  th: cell('th'),
  p: plain('p'),
  ul: plain('ul'),
  ol: ({ start, children }: ComponentProps<'ol'> & ExtraProps) => <ol start={start}>{children}</ol>,
  // Footnotes are link targets.
  li: ({ id, children }: ComponentProps<'li'> & ExtraProps) => (
    <li id={id} tabIndex={id === undefined ? undefined : -1}>
      {children}
    </li>
  ),
  blockquote: plain('blockquote'),
  strong: plain('strong'),
  em: plain('em'),
  del: plain('del'),
  hr: () => <hr />,
  br: () => <br />,
  sup: plain('sup'),
  sub: plain('sub'),
  section: ({ children }: ComponentProps<'section'> & ExtraProps) => <section>{children}</section>,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  input: ({ checked }: ComponentProps<'input'> & ExtraProps) => (
    <input type="checkbox" checked={checked === true} readOnly disabled aria-label={checked ? 'Done' : 'Open'} />
  ),
} satisfies Components;
