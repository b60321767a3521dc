/** A mistake in plain words, and the part of the source around it, with a mark below. */
export type PlainMistake = { text: string; excerpt: string | null };

/** Of other messages, the first line is shown, up to this length. */
const MAX_MESSAGE = 300;

/**
 * Says what Mermaid reports about a source: where the mistake is, without the tokens that its grammar expects there.
 * Mermaid counts lines without comments, directives, and front matter, so a source with those gets no line number.
 */
export function plainMistake(message: string, source: string): PlainMistake {
  if (/^No diagram type detected/.test(message))
    return { text: 'This kind of diagram is not supported.', excerpt: null };
  const line = /\b(?:error|errors) on line (\d+)/i.exec(message)?.[1];
  if (line === undefined) {
    const [text = ''] = message.trim().slice(0, MAX_MESSAGE).split('\n');
    return { text: text === '' ? 'It has a mistake.' : `Mermaid reports: ${text}`, excerpt: null };
  }
  const isExact = !/^\s*(%%|---)/m.test(source);
  return { text: isExact ? `It has a mistake on line ${line}.` : 'It has a mistake.', excerpt: excerptOf(message) };
}

/** The lines up to the mark (`-----^`). */
function excerptOf(message: string): string | null {
  const [, ...lines] = message.split('\n');
  const mark = lines.findIndex((line) => /^[-.]*\^$/.test(line));
  return mark < 1 ? null : lines.slice(0, mark + 1).join('\n');
}
