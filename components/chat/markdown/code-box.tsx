'use client';

import { CodeXml, Eye } from 'lucide-react';
import { lazy, memo, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { CopyButton } from '@/components/ui/copy-button';
import type { Piece } from './highlight';
import { isPreviewable } from './previewable';
import { usePainter } from './use-painter';

const Preview = lazy(() => import('./preview'));

/**
 * A code block of an answer: its language, a copy button, and syntax colors once the grammar has loaded. HTML and SVG
 * have a preview.
 * @param label its name; defaults to the language
 */
export function CodeBox({ code, language, label }: { code: string; language: string; label?: string }) {
  const painter = usePainter(language);
  const lines = useMemo(() => painter?.(code) ?? null, [painter, code]);
  const [shown, setShown] = useState(false);
  const canPreview = label === undefined && isPreviewable(language, code);
  const name = label ?? (language === '' ? 'Code' : language);
  return (
    <figure className="code-box my-4 overflow-hidden rounded-panel border border-line bg-sunken">
      <figcaption className="flex h-9 items-center justify-between border-b border-line pr-1 pl-4 text-xs text-muted pointer-coarse:h-touch">
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {canPreview ? (
          <Button kind="plain" size="small" className="-outline-offset-2" onClick={() => setShown(!shown)}>
            {shown ? <CodeXml aria-hidden /> : <Eye aria-hidden />}
            {shown ? 'Code' : 'Preview'}
          </Button>
        ) : null}
        <CopyButton text={code} label="Copy code" className="-outline-offset-2" />
      </figcaption>
      {shown && canPreview ? (
        <ChunkBoundary>
          <Preview code={code} isSvg={language === 'svg'} />
        </ChunkBoundary>
      ) : (
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
