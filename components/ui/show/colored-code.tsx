import { classNames } from '../class-names';

/** What a piece of code is, as far as it has a color of its own. */
export type CodeTone = 'keyword' | 'value' | 'text' | 'comment';

/** A line of code: plain texts, and texts with a tone. Compact, because pages carry it. */
export type CodeLine = readonly (string | readonly [text: string, tone: CodeTone])[];

const TONES: Record<CodeTone, string> = {
  keyword: 'text-signal-ink',
  value: 'text-diem',
  text: 'text-go',
  comment: 'text-muted',
};

/** Code in colors. Without lines, or with those of another code, it is plain. */
export function ColoredCode({ code, lines }: { code: string; lines?: readonly CodeLine[] | undefined }) {
  if (!lines || textOf(lines) !== code) return code;
  return lines.map((line, row) => (
    <span key={row}>
      {line.map((piece, at) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          <span key={at} className={classNames(TONES[piece[1]])}>
            {piece[0]}
          </span>
        ),
      )}
      {row === lines.length - 1 ? '' : '\n'}
    </span>
  ));
}

/** The same lines with another text in place of one, e.g. the origin that the visitor uses. */
export function replaceInLines(lines: readonly CodeLine[], from: string, to: string): readonly CodeLine[] {
  if (from === to || from === '') return lines;
  return lines.map((line) =>
    line.map((piece) =>
      typeof piece === 'string' ? piece.replaceAll(from, to) : ([piece[0].replaceAll(from, to), piece[1]] as const),
    ),
  );
}

/** The code of some lines. */
export function textOf(lines: readonly CodeLine[]): string {
  return lines.map((line) => line.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join('')).join('\n');
}
