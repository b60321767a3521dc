import { describe, expect, it } from 'vitest';
import { splitPassages } from './split-passages';

const words = (count: number, word = 'word') => Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');

describe('splitPassages', () => {
  it('splits at headings, with the headings above each part', () => {
    const markdown = `# Sea\n\n${words(60, 'intro')}\n\n## Tides\n\n${words(60, 'tide')}\n\n### Spring\n\n${words(60)}\n\n## Winds\n\n${words(60)}`;
    expect(splitPassages('Sea', markdown).map(({ heading }) => heading)).toEqual([
      'Sea',
      'Sea › Tides',
      'Sea › Tides › Spring',
      'Sea › Winds',
    ]);
  });

  it('joins short sections, and keeps their headings in the text', () => {
    const passages = splitPassages('Terms', '## Bow\n\nThe front.\n\n## Stern\n\nThe back.');
    expect(passages).toHaveLength(1);
    expect(passages[0]?.text).toMatch(/The front\.[\s\S]*Stern[\s\S]*The back\./);
  });

  it('cuts long sections into parts of about 200 words that overlap, and loses none', () => {
    const lines = Array.from({ length: 40 }, (_, at) => words(25, `line${at}word`));
    const passages = splitPassages('Log', lines.join('\n'));
    const all = passages.map(({ text }) => text).join(' ');
    for (const word of lines.join(' ').split(' ')) expect(all).toContain(word);
    for (const { text } of passages) expect(text.split(/\s+/).length).toBeLessThanOrEqual(260);
    const end = passages[0]?.text.split(/\s+/).at(-1) ?? '';
    expect(passages[1]?.text).toContain(end);
  });

  it('takes no comment in code for a heading, and no address of a link for words', () => {
    const markdown =
      '## Run\n\n```bash\n# not a heading\nnpm start\n```\n\nSee [the guide](https://example.org/very/long).';
    const [passage] = splitPassages('Start', markdown);
    expect(passage?.heading).toBe('Start › Run');
    expect(passage?.text).toContain('# not a heading');
    expect(passage?.text).toContain('See the guide.');
  });

  it.each(['', '\n\n', '# ', '```', '\0\0', '#'.repeat(1_000)])('makes nothing empty of %j', (markdown) => {
    for (const { text } of splitPassages('', markdown)) expect(text.trim()).not.toBe('');
  });

  it('reads headings with signs at their end as Markdown does', () => {
    const markdown = ['## Closed ##', '## C#', '##  ', '## ##', '##none'].map((line) => `${line}\n${words(60)}`);
    expect(splitPassages('', markdown.join('\n')).map(({ heading }) => heading)).toEqual(['Closed', 'C#']);
  });

  it('keeps the headings of a text that has nothing else', () => {
    expect(splitPassages('Plan', '# One\n\n## Two')).toEqual([{ heading: 'Plan', text: '# One\n\n## Two' }]);
  });

  it('bounds passages of few words in characters', () => {
    const columns = `a${' '.repeat(3_000)}b\n`.repeat(60);
    const blanks = `${' '.repeat(3_000)}\n\n`.repeat(60);
    const passages = splitPassages('Table', `${columns}${blanks}${columns}\u00a0\n\x01\n`);
    expect(passages.length).toBeGreaterThan(20);
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(5_300);
    expect(
      passages
        .map(({ text }) => text)
        .join('\n')
        .match(/a/g)?.length,
    ).toBeGreaterThanOrEqual(120);
  });

  it('joins sections whose words are single letters', () => {
    const section = `# a\n${'b '.repeat(45)}\n`;
    expect(splitPassages('Tiny', section.repeat(1_000)).length).toBeLessThan(500);
  });

  it('is bounded and fast for data without spaces or lines', () => {
    const began = process.cpuUsage();
    const passages = splitPassages('Data', 'x'.repeat(2_000_000));
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThan(20_000);
    expect(splitPassages('Data', `${words(300)}\n`.repeat(1_000)).length).toBeLessThanOrEqual(2_000);
    expect(splitPassages('Data', '['.repeat(2_000_000)).length).toBeGreaterThan(0);
    splitPassages('Data', `# ${' '.repeat(2_000_000)}x`);
    splitPassages('Data', `# ${' '.repeat(900)}a\u2028b\n# ${' '.repeat(900)}a\rb\n`.repeat(1_000));
    // Processor time, because other tests run at the same time.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000);
  });
});
