'use client';

import { CodeXml, Eye } from 'lucide-react';
import { lazy, memo, useMemo } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { CopyButton } from '@/components/ui/copy-button';
import type { Piece } from './highlight';
import { previewKind } from '../preview/preview-kind';
import { usePreview } from '../preview/use-preview';
import { usePainter } from './use-painter';

const Preview = lazy(() => import('../preview/preview'));

/**
 * A code block of an answer: its language, a copy button, and syntax colors once the grammar has loaded. HTML, SVG,
 * and diagrams have a preview.
 * @param label its name; defaults to the language
 */
export function CodeBox({ code, language, label }: { code: string; language: string; label?: string }) {
  const painter = usePainter(language);
  const lines = useMemo(() => painter?.(code) ?? null, [painter, code]);
  const kind = label === undefined ? previewKind(language, code) : null;
  const { isInside, isBeside, toggle, onUndrawn } = usePreview(code, kind);
  const isShown = isInside || isBeside;
  const name = label ?? (language === '' ? 'Code' : language);
  const text = (
    <pre
      tabIndex={0}
      // Not a region: a chat may contain many with the same name.
      role="group"
      aria-label={label ?? `${name} code`}
      className="overflow-x-auto p-4 font-mono text-sm leading-5 -outline-offset-2"
    >
      <code>
        {lines
          ? // Lines never move, so the line number is a stable key.
            lines.map((line, row) => <Line key={row} pieces={line} isLast={row === lines.length - 1} />)
          : code}
      </code>
    </pre>
  );
  return (
    <figure className="code-box my-4 overflow-hidden rounded-panel border border-line bg-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-4 text-xs text-muted pointer-coarse:h-touch">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {kind ? (
          <Button kind="plain" size="small" className="-outline-offset-2" onClick={toggle}>
            {isShown ? <CodeXml aria-hidden /> : <Eye aria-hidden />}
            {isBeside ? 'Close preview' : isShown ? 'Code' : 'Preview'}
          </Button>
        ) : null}
        <CopyButton text={code} label="Copy code" className="-outline-offset-2" />
      </figcaption>
      {isInside && kind ? (
        <ChunkBoundary fallback={text}>
          <Preview {...{ kind, code, onUndrawn }} fallback={text} className="block h-96 w-full resize-y bg-surface" />
        </ChunkBoundary>
      ) : (
        text
      )}
    </figure>
  );
}

/** Memoized: for complete lines, the painter returns the same objects again. */
const Line = memo(function Line({ pieces, isLast }: { pieces: Piece[]; isLast: boolean }) {
  return (
    <span>
      {pieces.map(({ text, color }, at) =>
        color ? (
          <span key={at} style={{ color }}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
      {isLast ? '' : '\n'}
    </span>
  );
});
