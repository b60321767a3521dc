import { describe, expect, it } from 'vitest';
import { parseServiceFile } from '../../service-file';
import { initServiceFile } from '../init';

const read = (text: string) => parseServiceFile('farebox.yaml', text, {});
const problems = (text: string): string[] => {
  const outcome = read(text);
  return outcome.ok ? [] : outcome.problems;
};
const characters = (text: string) => {
  const outcome = read(text);
  if (!outcome.ok) throw new Error(outcome.problems.join('\n'));
  return outcome.file.characters;
};

describe('the characters of a service file', () => {
  it('are read as written, with defaults', () => {
    const whole = `characters:
  - { slug: keeper, name: Keeper, prompt: "You keep a lighthouse." }
  - slug: night-pilot
    name: Night Pilot
    description: Flies by the stars.
    prompt: |
      You fly by night.
      You know the stars.
    tags: [Sky, Calm]
    adult: true
    featured: true
    web_enabled: true
    model: big
    photo_url: https://example.org/pilot.png
    replaces_system_prompt: true`;
    expect(characters(whole)).toEqual([
      {
        slug: 'keeper',
        name: 'Keeper',
        description: '',
        prompt: 'You keep a lighthouse.',
        tags: [],
        adult: false,
        featured: false,
        web_enabled: false,
        replaces_system_prompt: false,
      },
      {
        slug: 'night-pilot',
        name: 'Night Pilot',
        description: 'Flies by the stars.',
        prompt: 'You fly by night.\nYou know the stars.\n',
        tags: ['Sky', 'Calm'],
        adult: true,
        featured: true,
        web_enabled: true,
        model: 'big',
        photo_url: 'https://example.org/pilot.png',
        replaces_system_prompt: true,
      },
    ]);
  });

  it('are the starter set if the member is absent, and none if the list is empty', () => {
    expect(characters('include: []')).toBeUndefined();
    expect(characters('characters:\n')).toBeUndefined();
    expect(characters('characters: []')).toEqual([]);
  });

  it.each([
    [
      '{ slug: A B, name: A, prompt: p }',
      'line 2, characters[0].slug: "A B" is not a slug; use lowercase letters and digits with single "-" between them',
    ],
    ['{ slug: a, prompt: p }', 'line 2, characters[0].name: is missing'],
    [
      '{ slug: a, name: A }',
      'line 2, characters[0].prompt: is missing; write it like "You keep a lighthouse, and answer in a few calm words."',
    ],
    [
      '{ slug: a, name: A, prompt: "" }',
      'line 2, characters[0].prompt: "" is too short: at least 1; write it like "You keep a lighthouse, and answer in a few calm words."',
    ],
    [
      '{ slug: a, name: A, prompt: p, tags: Sea }',
      'line 2, characters[0].tags: "Sea" must be a list; write it like [Sea, Calm]',
    ],
    [
      '{ slug: a, name: A, prompt: p, tags: ["a,b"] }',
      'line 2, characters[0].tags[0]: "a,b" contains a comma; split it into two tags',
    ],
    [
      '{ slug: a, name: A, prompt: p, adult: no way }',
      'line 2, characters[0].adult: "no way" must be true or false; write it like true',
    ],
    [
      '{ slug: a, name: A, prompt: p, photo_url: /a.png }',
      'line 2, characters[0].photo_url: "/a.png" is not an http or https address; write it like "https://example.org/keeper.png"',
    ],
    [
      '{ slug: a, name: A, prompt: p, photo: x }',
      'line 2, characters[0].photo: is not a known field; allowed here: slug, name, description, prompt, tags, adult, featured, web_enabled, model, photo_url, replaces_system_prompt',
    ],
    [
      '{ slug: a, name: A, prompt: p }\n  - { slug: a, name: B, prompt: p }',
      'line 3, characters[1].slug: "a" is already the slug of characters[0]; give each character its own',
    ],
    [
      '{ slug: 6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e, name: A, prompt: p }',
      'line 2, characters[0].slug: "6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e" is a character id; use words',
    ],
    [
      '{ slug: a, name: A, prompt: "nul \\0" }',
      'line 2, characters[0].prompt: "nul \\u0000" contains the character U+0000; remove it',
    ],
  ])('report a mistake with its line: %s', (entry, problem) => {
    expect(problems(`characters:\n  - ${entry}`)).toEqual([problem]);
  });

  it('are shown in a first file, which is valid with them', () => {
    const text = initServiceFile({ listed: [], settings: { priceMarkup: '1' } });
    expect(characters(text)).toBeUndefined();
    const uncommented = text.replace(/# (characters:\n)#( .*\n)#( .*\n)/, '$1$2$3').replace(', model: big', '');
    expect(characters(uncommented)).toMatchObject([{ slug: 'keeper', featured: true }]);
  });
});
