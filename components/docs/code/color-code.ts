import { createPainter, type Piece } from '@/components/chat/markdown/highlight';
import type { CodeLine, CodeTone } from '@/components/ui/show/colored-code';

/** The tones of the theme's colors; what is not here is plain. */
const TONES: Record<string, CodeTone> = {
  'var(--code-token-keyword)': 'keyword',
  'var(--code-token-link)': 'keyword',
  'var(--code-token-constant)': 'value',
  'var(--code-token-function)': 'value',
  'var(--code-token-string)': 'text',
  'var(--code-token-string-expression)': 'text',
  'var(--code-token-comment)': 'comment',
  'var(--code-token-punctuation)': 'comment',
};
/** All codes of the reference, with some space for another name or address of the service. */
const MAX_KEPT = 2_000;

const kept = new Map<string, Promise<readonly CodeLine[]>>();

/**
 * Colors code on the server; pages then carry the colors, and no grammar. Kept, because the code of the reference is the
 * same for all visitors.
 * @param whole texts that must stay in one piece, because the browser replaces them
 */
export function colorCode(code: string, language: string, whole: readonly string[] = []): Promise<readonly CodeLine[]> {
  const key = JSON.stringify([language, whole, code]);
  const found = kept.get(key);
  if (found) return found;
  if (kept.size >= MAX_KEPT) kept.clear();
  const made = paint(code, language, whole);
  kept.set(key, made);
  return made;
}

async function paint(code: string, language: string, whole: readonly string[]): Promise<readonly CodeLine[]> {
  const parts = await Promise.all(partsOf(code, language).map((part) => paintPart(part)));
  return joinLines(parts).map((line) => compact(joinAround(line, whole)));
}

type CodePart = { code: string; language: string };

/** The body of a curl request is JSON within a text of the shell. */
const JSON_BODY = /^([^]*? -d ')(\{[^']*\})('[^]*)$/;

function partsOf(code: string, language: string): CodePart[] {
  const [, before, body, after] = (language === 'bash' ? JSON_BODY.exec(code) : null) ?? [];
  if (before === undefined || body === undefined || after === undefined) return [{ code, language }];
  return [
    { code: before.slice(0, -1), language },
    { code: "'", language: '' },
    { code: body, language: 'json' },
    { code: "'", language: '' },
    ...(after.length > 1 ? [{ code: after.slice(1), language }] : []),
  ];
}

async function paintPart({ code, language }: CodePart): Promise<Piece[][]> {
  const painter = await createPainter(language);
  return painter?.(code) ?? code.split('\n').map((text) => [{ text, color: undefined }]);
}

/** The lines of several parts: the last line of one goes on with the first of the next. */
function joinLines(parts: readonly Piece[][][]): Piece[][] {
  const lines: Piece[][] = [];
  for (const [first = [], ...rest] of parts) {
    lines.push([...(lines.pop() ?? []), ...first], ...rest);
  }
  return lines;
}

/** Joins the pieces that a text is spread over, wherever it occurs. */
function joinAround(line: Piece[], whole: readonly string[]): Piece[] {
  const code = line.map(({ text }) => text).join('');
  const spans = whole.flatMap((text) => startsOf(code, text).map((start) => ({ start, end: start + text.length })));
  const joined: Piece[] = [];
  let at = 0;
  for (const piece of line) {
    const last = joined.at(-1);
    const isWithin = spans.some(({ start, end }) => start < at && at < end);
    if (isWithin && last) joined[joined.length - 1] = { text: last.text + piece.text, color: last.color };
    else joined.push(piece);
    at += piece.text.length;
  }
  return joined;
}

function startsOf(text: string, whole: string): number[] {
  const starts: number[] = [];
  if (whole === '') return starts;
  for (let at = text.indexOf(whole); at >= 0; at = text.indexOf(whole, at + whole.length)) starts.push(at);
  return starts;
}

/** Adjacent pieces of one tone are one. */
function compact(line: Piece[]): CodeLine {
  const pieces: { text: string; tone: CodeTone | undefined }[] = [];
  for (const { text, color } of line) {
    const tone = color === undefined ? undefined : TONES[color];
    const last = pieces.at(-1);
    if (last && (last.tone === tone || text.trim() === '')) last.text += text;
    else pieces.push({ text, tone });
  }
  return pieces.map(({ text, tone }) => (tone === undefined ? text : ([text, tone] as const)));
}
