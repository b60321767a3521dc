import { describe, expect, it } from 'vitest';
import { parseServiceFile } from '../../service-file';
import { initServiceFile } from '../init';

const read = (text: string, environment: Record<string, string> = {}) =>
  parseServiceFile('farebox.yaml', text, environment);
const LAB = 'providers:\n  lab: { kind: openai-compatible, base_url: "http://127.0.0.1:8000/v1" }\n';

describe('the screening of a service file', () => {
  it('is off by default, and read as written', () => {
    const without = read('include: []');
    expect(without.ok && without.file.imageScreening).toBeUndefined();
    const outcome = read(`${LAB}image_screening: { words: [gore], moderation: { provider: lab, model: judge } }`);
    expect(outcome.ok && outcome.file.imageScreening).toEqual({
      words: ['gore'],
      moderation: { provider: 'lab', model: 'judge' },
    });
  });

  it('may use an automatic provider', () => {
    const text = 'image_screening: { moderation: { provider: openai } }';
    expect(read(text, { OPENAI_API_KEY: 'sk' }).ok).toBe(true);
    expect(read(text).ok).toBe(false);
  });

  it.each([
    ['image_screening: {}', 'line 1, image_screening: '],
    ['image_screening: { words: ["?!"] }', 'has no letter and no digit'],
    ['image_screening: { words: gore }', 'must be a list'],
    ['image_screening: { word: [gore] }', 'is not a known field; allowed here: words, moderation'],
    [
      `${LAB}image_screening: { moderation: { provider: other } }`,
      'is not an openai-compatible provider; name one of: lab',
    ],
    [
      'image_screening: { moderation: { provider: embedded } }',
      'is not an openai-compatible provider; add one to providers',
    ],
    [`${LAB}image_screening: { moderation: { provider: lab, name: x } }`, 'allowed here: provider, model'],
  ])('reports a mistake: %s', (text, problem) => {
    const outcome = read(text);
    expect(outcome.ok ? [] : outcome.problems).toEqual([expect.stringContaining(problem)]);
  });

  it('is shown in a first file, which is valid with it', () => {
    const text = initServiceFile({ listed: [], settings: { priceMarkup: '1' } });
    const outcome = read(text.replace('# image_screening:', 'image_screening:'), { OPENAI_API_KEY: 'sk' });
    expect(outcome.ok && outcome.file.imageScreening?.words).toEqual(['forbidden', 'two words']);
  });
});
