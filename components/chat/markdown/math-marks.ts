/**
 * What looks like mathematics in an answer, and before it what is code, where nothing is. In order: a fence, a code span,
 * `\[ … \]` or `$$ … $$` on lines of its own, `\[ … \]` and `\( … \)` within a line, `$ … $`. Bounded, because what is opened and never
 * closed is looked for from each opening.
 */
const MATHEMATICS =
  /(^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2|$(?![\s\S]))|`+[^`]*`+)|^([ \t]*)(?:\\\[([^]{1,2000}?)\\\]|\$\$([^$\n]{1,1000}?)\$\$)[ \t]*$|\\\[(.{1,1000}?)\\\]|\\\((.{1,1000}?)\\\)|(?<![\\$\w])\$(?![\s$])([^$\n]{0,1000}?[^\s$\\])\$(?![\w$])/gm;
/** Text between single dollars may be prices: only these signs, or a single letter, make it a formula. */
const FORMULA = /[\\^_={}]|^[A-Za-z]$/;

/**
 * Writes the marks that models put around mathematics as the ones that the parser knows: `$$ … $$` within a line, and
 * `$$` on lines of their own around what stands alone. Code and prices stay as they are.
 */
export function withMathMarks(text: string): string {
  if (!/\\[([]|\$/.test(text)) return text;
  return text.replace(MATHEMATICS, (whole: string, ...groups: (string | undefined)[]) => {
    const [code, , indent = '', inBrackets, inDollars, bracketed, parenthesised, dollars] = groups;
    const block = inBrackets ?? inDollars;
    if (code !== undefined) return whole;
    if (block !== undefined) return `${indent}$$\n${indent}${block.trim()}\n${indent}$$`;
    if (dollars !== undefined && !FORMULA.test(dollars)) return whole;
    return `$$${(bracketed ?? parenthesised ?? dollars ?? '').trim()}$$`;
  });
}
