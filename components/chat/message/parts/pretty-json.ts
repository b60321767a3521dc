/** A string, a punctuation mark, or a literal: all that JSON consists of besides white space. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = '  ';

/**
 * Indents JSON text. Numbers and strings stay exactly as written: parsing and serializing would round long numbers.
 * @returns null if it is not JSON
 */
export function prettyJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const tokens = text.match(TOKENS) ?? [];
  let depth = 0;
  let written = '';
  const line = () => `\n${INDENT.repeat(depth)}`;
  for (const [at, token] of tokens.entries()) {
    const isEmptied = (token === '}' || token === ']') && ['{', '['].includes(tokens[at - 1] ?? '');
    if (token === '}' || token === ']') {
      depth -= 1;
      written += isEmptied ? token : line() + token;
    } else if (token === ',') written += token + line();
    else if (token === ':') written += ': ';
    else if (token === '{' || token === '[') {
      depth += 1;
      const closes = tokens[at + 1] === '}' || tokens[at + 1] === ']';
      written += closes ? token : token + line();
    } else written += token;
  }
  return written;
}
