import { describe, expect, it } from 'vitest';
import { MISLEADING_TEXT_MESSAGE } from '../core/text/misleading-text';
import { CreateCharacter, ListCharactersQuery, ListReviewsQuery, RateCharacter, UpdateCharacter } from './contract';

const LEAST = { name: 'Keeper', prompt: 'You keep a lighthouse.' };
const create = (more: object) => CreateCharacter.safeParse({ ...LEAST, ...more });
/** Path and message of the first mistake. */
const first = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) => {
  const issue = result.error?.issues[0];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
};

describe('what an account may write', () => {
  it('needs a name and a prompt; the rest has defaults', () => {
    expect(create({}).data).toEqual({
      ...LEAST,
      description: '',
      tags: [],
      adult: false,
      webEnabled: false,
      modelId: null,
      replacesServicePrompt: false,
    });
  });

  it.each([
    [{ name: ' \u200b ' }, 'name: Must have 1 to 80 characters'],
    [{ name: 'x'.repeat(81) }, 'name: Must have at most 80 characters'],
    [{ name: 'two\nlines' }, 'name: Must be one line of plain text without control characters'],
    [{ name: 'turned \u202eround' }, `name: ${MISLEADING_TEXT_MESSAGE}`],
    [{ description: 'x'.repeat(501) }, 'description: Must have at most 500 characters'],
    [{ prompt: ' \n ' }, 'prompt: Enter the instructions for the character'],
    [{ prompt: 'x'.repeat(20_001) }, 'prompt: Must have at most 20000 characters'],
    [{ prompt: 'null \0' }, 'prompt: Must be plain text without control characters'],
    [{ prompt: 'half \ud800' }, `prompt: ${MISLEADING_TEXT_MESSAGE}`],
    [{ prompt: 'a \ud83d\n\ude00' }, `prompt: ${MISLEADING_TEXT_MESSAGE}`],
    [{ prompt: 'bell \u0007' }, 'prompt: Must be plain text without control characters'],
    [{ tags: Array.from({ length: 21 }, (_, index) => `t${index}`) }, 'tags: Must have at most 20 tags'],
    [{ tags: ['x'.repeat(31)] }, 'tags.0: Must have at most 30 characters'],
    [{ tags: ['a', 'b,c'] }, 'tags.1: Must be 1 to 30 characters without a comma'],
    [{ tags: ['#'] }, 'tags.0: Must be 1 to 30 characters without a comma'],
    [{ modelId: '' }, 'modelId: Must name a model'],
    [{ featured: true }, ': Unrecognized key: "featured"'],
  ])('is refused: %j', (more, message) => {
    expect(first(create(more))).toBe(message);
  });

  it('keeps line breaks, angle brackets and every script unchanged', () => {
    const prompt = '<rules>\r\n\tBe kind & brief.\n</rules> 灯台 🗼';
    expect(create({ prompt, name: '  灯台守 🗼 ' }).data).toMatchObject({
      prompt: prompt.replace('\r', ''),
      name: '灯台守 🗼',
    });
    expect(create({ prompt: '灯'.repeat(20_000) }).success).toBe(true);
  });

  it('counts a tag once, whatever its case, and drops its #', () => {
    expect(create({ tags: ['#Sea', 'sea', ' Calm '] }).data?.tags).toEqual(['sea', 'Calm']);
  });

  it('changes only the given fields', () => {
    expect(UpdateCharacter.parse({ published: true })).toEqual({ published: true });
    expect(UpdateCharacter.parse({})).toEqual({});
    expect(first(UpdateCharacter.safeParse({ name: '' }))).toBe('name: Must have 1 to 80 characters');
  });
});

describe('a rating', () => {
  it.each([
    [{ rating: 0 }, 'rating: Must be 1 or more'],
    [{ rating: 6 }, 'rating: Must be 5 or less'],
    [{ rating: 4.5 }, 'rating: Must be a whole number'],
    [{ rating: 5, message: 'x'.repeat(2_001) }, 'message: Must have at most 2000 characters'],
    [{ rating: 5, locale: 'not a tag' }, 'locale: Must be a language tag, like en-GB'],
  ])('is refused: %j', (body, message) => {
    expect(first(RateCharacter.safeParse(body))).toBe(message);
  });

  it('may come with a message and a language', () => {
    const body = { rating: 5, message: 'Fine\ntwice', locale: 'en-GB' };
    expect(RateCharacter.parse(body)).toEqual(body);
  });
});

describe('the query of a list', () => {
  it('has defaults', () => {
    expect(ListCharactersQuery.parse({})).toEqual({ sortOrder: 'desc', limit: 50, offset: 0 });
    expect(ListReviewsQuery.parse({})).toEqual({ page: 1, pageSize: 20 });
  });

  it('reads repeated and comma-separated lists', () => {
    expect(ListCharactersQuery.parse({ tags: ['a, b', 'c', ' ,'], modelId: ['m'] })).toMatchObject({
      tags: ['a', 'b', 'c'],
      modelId: ['m'],
    });
  });

  it.each([
    [{ search: 'x'.repeat(201) }, 'search: Must have at most 200 characters'],
    [{ tags: [Array(21).fill('t').join(',')] }, 'tags: Must have at most 20 entries'],
    [{ categories: ['x'.repeat(101)] }, 'categories.0: Must have at most 100 characters'],
    [{ modelId: ['x'.repeat(201)] }, 'modelId.0: Must have at most 200 characters'],
    [{ limit: '0' }, 'limit: Must be 1 or more'],
    [{ limit: '101' }, 'limit: Must be 100 or less'],
    [{ limit: 'ten' }, 'limit: Must be a whole number'],
    [{ offset: '-1' }, 'offset: Must be a whole number'],
    [{ offset: '9999999999999999' }, 'offset: Must be 9007199254740991 or less'],
    [{ isAdult: 'yes' }, 'isAdult: Invalid option: expected one of "true"|"false"'],
    [{ sortOrder: 'up' }, 'sortOrder: Invalid option: expected one of "asc"|"desc"'],
  ])('is refused: %j', (query, message) => {
    expect(first(ListCharactersQuery.safeParse(query))).toBe(message);
  });
});
