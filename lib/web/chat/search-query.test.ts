import { describe, expect, it } from 'vitest';
import { searchQueryOf } from './search-query';

describe('a query', () => {
  it.each<[string, string[], string]>([
    ['is the last message on one line', ['When is  high\nwater\tin Dover?'], 'When is high water in Dover?'],
    [
      'has no code and no quotations',
      ['> old mail\nWhat does this throw?\n```js\nthrow 1\n```'],
      'What does this throw?',
    ],
    [
      'leaves earlier messages out',
      ['Who built the Eiffel tower?', 'What is the weather in Paris?'],
      'What is the weather in Paris?',
    ],
    [
      'begins with the earlier question if the last one refers to it',
      ['Who built the Eiffel tower?', 'And when was it built?'],
      'Who built the Eiffel tower? And when was it built?',
    ],
    [
      'leaves a long earlier one out',
      [`Who ${'really '.repeat(40)}built it?`, 'When was it built?'],
      'When was it built?',
    ],
    ['is empty for nothing', ['```\ncode\n```'], ''],
    ['is empty without a message', [], ''],
  ])('%s', (_, messages, query) => expect(searchQueryOf(messages)).toBe(query));

  it('has at most 400 characters: of a long message its last question', () => {
    const long = `${'Some background that goes on. '.repeat(40)}Which pump fits? Thanks in advance.`;
    expect(searchQueryOf([long])).toBe('Which pump fits?');
    const cut = searchQueryOf(['palimpsest '.repeat(100)]);
    expect(cut.length).toBeLessThanOrEqual(400);
    expect(cut).toMatch(/palimpsest$/u);
    expect(searchQueryOf(['🙂'.repeat(5_000)])).toMatch(/^(?:🙂){1,200}$/u);
    expect(searchQueryOf(['x'.repeat(5_000_000)])).toHaveLength(400);
  });
});
