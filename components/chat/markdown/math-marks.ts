/**
 * Matches possible math in an answer, and first of all code, which contains none. In order: a fence, a code span, `\[ …
 * \]` or `$$ … $$` on separate lines, `\[ … \]` and `\( … \)` within a line, `$ … $`. The lengths are bounded, because
 * an opening delimiter that is never closed is searched for from each position.
 */
const MATHEMATICS =
  /(^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))|`+[^`]*`+)|^([ \t]*)(?:\\\[([^]{1,2000}?)\\\]|\$\$([^$\n]{1,1000}?)\$\$)[ \t]*$|\\\[(.{1,1000}?)\\\]|\\\((.{1,1000}?)\\\)|(?<![\\$\w])\$(?![\s$])([^$\n]{0,1000}?[^\s$\\])\$(?![\w$])/gm;
/** Text between single dollar signs may be prices: only these characters, or a single letter, make it a formula. */
const FORMULA = /[\\^_={}]|^[A-Za-z]$/;

/**
 * Converts the math delimiters that models use to those the parser supports: `$$ … $$` within a line, and `$$` on
 * separate lines around display math. Code and prices stay as they are.
 */
export function withMathMarks(text: string): string {
  if (!/\\[([]|\$/.test(text)) return text;
  return text.replace(MATHEMATICS, (whole: string, ...groups: (string | undefined)[]) => {
    const [code, , indent = '', inBrackets, inDollars, bracketed, parenthesized, dollars] = groups;
    const block = inBrackets ?? inDollars;
    if (code !== undefined) return whole;
    if (block !== undefined) return `${indent}$$\n${indent}${block.trim()}\n${indent}$$`;
    if (dollars !== undefined && !FORMULA.test(dollars)) return whole;
    return `$$${(bracketed ?? parenthesized ?? dollars ?? '').trim()}$$`;
  });
}
