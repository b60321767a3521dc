import { expect, it } from 'vitest';
import { plainMistake } from './plain-mistake';

const PARSE_ERROR = `Parse error on line 3:
...  A --> B  B --> --> C
-----------------^
Expecting 'AMP', 'COLON', 'PIPE', got 'LINK'`;

it('says on which line a mistake is, and shows it, without the tokens of the grammar', () => {
  expect(plainMistake(PARSE_ERROR, 'graph TD\n  A --> B\n  B --> --> C')).toEqual({
    text: 'It has a mistake on line 3.',
    excerpt: '...  A --> B  B --> --> C\n-----------------^',
  });
});

it('names no line where Mermaid counts other lines than the reader sees', () => {
  for (const start of ['%% A comment\n', '  %%{init: {}}%%\n', '---\ntitle: A\n---\n']) {
    expect(plainMistake(PARSE_ERROR, `${start}graph TD`).text).toBe('It has a mistake.');
  }
});

it('reads the messages of the other parsers', () => {
  const lexer =
    'Parsing failed: Lexer error on line 2, column 2: unexpected character: ->x<- at offset: 5, skipped 1 characters. ';
  expect(plainMistake(lexer, 'pie\n x')).toEqual({ text: 'It has a mistake on line 2.', excerpt: null });
  expect(
    plainMistake('Lexical error on line 2. Unrecognized text.\ngraph TD  A[\n-----------^', 'graph TD\n  A['),
  ).toEqual({
    text: 'It has a mistake on line 2.',
    excerpt: 'graph TD  A[\n-----------^',
  });
});

it('says that a kind is not supported, and passes on everything else, up to a bound', () => {
  const unknown = 'No diagram type detected matching given configuration for text: hologram';
  expect(plainMistake(unknown, 'hologram').text).toBe('This kind of diagram is not supported.');
  const limit = 'Edge limit exceeded. 500 edges found, but the limit is 500.';
  expect(plainMistake(`${limit}\n\nInitialize mermaid with maxEdges set`, 'graph TD').text).toBe(
    `Mermaid reports: ${limit}`,
  );
  expect(plainMistake('a'.repeat(900), 'graph TD').text).toBe(`Mermaid reports: ${'a'.repeat(300)}`);
  expect(plainMistake(' ', 'graph TD').text).toBe('It has a mistake.');
});
