import { expect, it } from 'vitest';
import { withMathMarks } from './math-marks';

it.each([
  ['so \\(x^2\\) grows', 'so $$x^2$$ grows'],
  ['so \\[ x^2 \\] grows', 'so $$x^2$$ grows'],
  ['\\[\nx^2\n\\]', '$$\nx^2\n$$'],
  ['Thus\n\n$$a = b$$\n\nand so on', 'Thus\n\n$$\na = b\n$$\n\nand so on'],
  ['- $$a = b$$', '- $$a = b$$'],
  ['1. then\n   \\[ a = b \\]\n2. done', '1. then\n   $$\n   a = b\n   $$\n2. done'],
  ['with $e^{i\\pi}$ and $x$', 'with $$e^{i\\pi}$$ and $$x$$'],
])('marks %j', (text, marked) => {
  expect(withMathMarks(text)).toBe(marked);
});

it.each([
  'It costs $5 and $10.',
  'from $0.15 to $0.60 per million',
  'US$5 is not $6',
  '$$\nx^2\n$$',
  'already $$x^2$$ marked',
  'code `$x^2$` and `\\(y\\)`',
  '```tex\n\\[ x^2 \\]\n$y_1$\n```',
  '~~~\n\\(x\\)\n~~~',
  'a fence that grows\n\n```tex\n\\( x_1 \\)',
  'an open \\[ x^2',
  'escaped \\$x^2$',
  'no mathematics at all',
])('leaves %j as it is', (text) => {
  expect(withMathMarks(text)).toBe(text);
});

it('terminates with thousands of unclosed delimiters', () => {
  const text = '\\( \\[ $x '.repeat(20_000);
  expect(withMathMarks(text)).toBe(text);
});
