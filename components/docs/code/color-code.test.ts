import { describe, expect, it } from 'vitest';
import { replaceInLines, textOf } from '@/components/ui/show/colored-code';
import { colorCode } from './color-code';

const CURL = [
  'export API_KEY="SVC_…"',
  'curl http://localhost:3000/api/v1/models \\',
  '  -H "Authorization: Bearer $API_KEY" \\',
  `  -d '{ "model": "default" }'`,
].join('\n');

describe('coloring', () => {
  it.each([
    ['bash', CURL],
    ['python', 'import os\n\n# Ask\nprint(1)'],
    ['typescript', "const one = 'two';"],
    ['json', '{\n  "a": [1, true, null]\n}'],
    ['no such language', 'a\nb'],
    ['json', ''],
  ])('keeps the code of %s', async (language, code) => {
    expect(textOf(await colorCode(code, language))).toBe(code);
  });

  it('has keywords, texts, and comments', async () => {
    const lines = await colorCode('# Ask\nimport os\nname = "x"', 'python');
    expect(lines[0]).toEqual([['# Ask', 'comment']]);
    expect(lines[1]?.[0]).toEqual(['import', 'keyword']);
    expect(lines[2]?.flat()).toContain('text');
  });

  it('colors the JSON that curl sends as JSON', async () => {
    const body = '{\n  "model": "default",\n  "stream": true\n}';
    const code = `curl http://localhost/x \\\n  -d '${body}' \\\n  -o file`;
    const lines = await colorCode(code, 'bash');
    expect(textOf(lines)).toBe(code);
    expect(lines.slice(2, 4)).toEqual((await colorCode(body, 'json')).slice(1, 3));
    expect(lines[3]?.flat()).toContain('value');
  });

  it('keeps the origin in one piece, so that it can be replaced', async () => {
    const origin = 'http://localhost:3000';
    const samples = [
      ['bash', CURL],
      ['python', `client = OpenAI(base_url="${origin}/api/v1")`],
      ['typescript', `fetch('${origin}/api/v1/models')`],
      ['bash', `curl "${origin}/api/v1/models?type=all" && x=${origin}`],
    ] as const;
    for (const [language, code] of samples) {
      const lines = await colorCode(code, language, [origin]);
      const here = 'https://ai.example.com';
      expect(textOf(replaceInLines(lines, origin, here))).toBe(code.replaceAll(origin, here));
    }
  });

  it('is done once for each code', async () => {
    expect(colorCode(CURL, 'bash')).toBe(colorCode(CURL, 'bash'));
    expect(await colorCode(CURL, 'bash')).not.toEqual(await colorCode(CURL, 'python'));
  });
});
