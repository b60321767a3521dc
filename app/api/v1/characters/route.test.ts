import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetAccount } from '@/lib/accounts/account-cache';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import { CharacterList, FoundCharacter, ReviewList } from '@/lib/characters/contract';
import { rateCharacter } from '@/lib/characters/review/rate';
import { syncServiceCharacters } from '@/lib/characters/sync-service-characters';
import { makeReader, publishTestCharacter } from '@/lib/characters/test-characters';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as find } from './[slug]/route';
import { GET as reviews } from './[slug]/reviews/route';
import { GET as list } from './route';

const MODELS = `models:
  - { id: usual, traits: [default], upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2" } }
  - { id: great, pro: true, upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2" } }`;

type Reader = Awaited<ReturnType<typeof makeReader>>;
let db: Database;
let key = '';
let ada: Reader;
let readers: Reader[] = [];
const ids: Record<string, string> = {};

beforeAll(async () => {
  db = await openTestDatabase();
  installCatalog(testCatalog(MODELS));
  ada = await makeReader('ada@example.com');
  readers = [await makeReader('grace@example.com'), await makeReader('alan@example.com')];
  key = (await makeTestKey((await makeTestAccount('caller@example.com')).id, { type: 'INFERENCE' })).secret;
  const none = { description: '', adult: false, featured: false, web_enabled: false, replaces_system_prompt: false };
  await syncServiceCharacters([
    { ...none, slug: 'keeper', name: 'Keeper', prompt: 'p', tags: ['Sea', 'Calm'], featured: true },
    { ...none, slug: 'pilot', name: 'Pilot', description: '100% calm', prompt: 'p', tags: ['Seaside'], model: 'great' },
    { ...none, slug: 'grown', name: 'Grown', prompt: 'p', tags: ['Sea'], adult: true },
    { ...none, slug: 'finder', name: 'Finder', prompt: 'p', tags: ['Web'], web_enabled: true, featured: true },
  ]);
  const own = await publishTestCharacter(ada, { name: 'Übung & Co', tags: ['Learning'], modelId: 'usual' });
  ids.own = own.id;
  for (const name of ['keeper', 'pilot', 'grown', 'finder']) ids[name] = (await oneOf(name)).data.id;
  const [grace, alan] = readers as [Reader, Reader];
  await rateCharacter(ids.keeper ?? '', { rating: 5, message: 'Fine', locale: 'en-GB' }, grace);
  await rateCharacter(ids.keeper ?? '', { rating: 4 }, alan);
  await rateCharacter(ids.pilot ?? '', { rating: 5 }, grace);
  await rateCharacter(ids.finder ?? '', { rating: 1 }, grace);
  await rateCharacter(ids.finder ?? '', { rating: 3 }, alan);
  // Sets ages and uses: the newest is the least used.
  for (const [index, id] of [ids.keeper, ids.pilot, ids.finder, ids.own].entries()) {
    const created = `now() - interval '${4 - index} hours'`;
    await database().query(`update "character" set import_count = $1, created_at = ${created} where id = $2`, [
      4 - index,
      id,
    ]);
  }
});
afterAll(() => db.close());

const get = (path: string, credential: string | null = key) =>
  new Request(`http://localhost:3000/api/v1/characters${path}`, {
    headers: credential === null ? {} : { authorization: `Bearer ${credential}` },
  });
const listOf = async (query: string, credential = key) => {
  const response = await list(get(query, credential));
  expect(response.status, query).toBe(200);
  return CharacterList.parse(await response.json()).data;
};
const namesOf = async (query: string) => (await listOf(query)).map(({ name }) => name);
const at = (slug: string) => ({ params: Promise.resolve({ slug }) });
const oneOf = async (slug: string, credential = key) =>
  FoundCharacter.parse(await (await find(get(`/${slug}`, credential), at(slug))).json());
const reviewsOf = (slug: string, query = '', credential = key) =>
  reviews(get(`/${slug}/reviews${query}`, credential), at(slug));

const ALL = ['Keeper', 'Pilot', 'Finder', 'Übung & Co'];

describe('GET /characters 200', () => {
  it.each([
    ['', ALL],
    ['?sortOrder=asc', ALL],
    ['?category=x&unknown=1', ALL],
    ['?search=', ALL],
    ['?search=calm', ['Keeper', 'Pilot']],
    ['?search=CALM%20pil', ['Pilot']],
    ['?search=100%25', ['Pilot']],
    ['?search=%25', ['Pilot']],
    ['?search=_', []],
    ['?search=%00calm', ['Keeper', 'Pilot']],
    ['?search=%C3%BCbung', ['Übung & Co']],
    ['?search=sea', ['Keeper', 'Pilot']],
    ['?search=%23sea', ['Keeper']],
    ['?search=%23se', []],
    ['?search=%23', ALL],
    ['?tags=sea,web', ['Keeper', 'Finder']],
    ['?tags=sea&tags=WEB', ['Keeper', 'Finder']],
    ['?tags=', ALL],
    ['?tags=%00', []],
    ['?categories=learning', ['Übung & Co']],
    ['?categories=calm&tags=sea', ['Keeper']],
    ['?categories=calm&tags=web', []],
    ['?modelId=great', ['Pilot']],
    ['?modelId=usual', ['Keeper', 'Finder', 'Übung & Co']],
    ['?modelId=usual,great', ALL],
    ['?isAdult=true', ['Grown']],
    ['?isAdult=false', ALL],
    ['?isPro=true', ['Pilot']],
    ['?isPro=false', ALL],
    ['?isWebEnabled=true', ['Finder']],
    ['?isWebEnabled=false', ALL],
    ['?sortBy=imports', ALL],
    ['?sortBy=imports&sortOrder=asc', [...ALL].reverse()],
    ['?sortBy=featured', ['Keeper', 'Finder']],
    ['?sortBy=highestRating', ['Pilot', 'Keeper', 'Finder', 'Übung & Co']],
    ['?sortBy=highestRating&sortOrder=asc', ['Finder', 'Keeper', 'Pilot', 'Übung & Co']],
    ['?sortBy=highlyRated', ['Keeper', 'Finder']],
    ['?sortBy=highlyRatedAndRecent', ['Pilot', 'Keeper']],
    ['?sortBy=mostRecent', [...ALL].reverse()],
    ['?sortBy=mostRecent&sortOrder=asc', ALL],
    ['?sortBy=ratingCount', ['Finder', 'Keeper', 'Pilot', 'Übung & Co']],
    ['?limit=2', ['Keeper', 'Pilot']],
    ['?limit=2&offset=1', ['Pilot', 'Finder']],
    ['?offset=9007199254740991', []],
  ])('%s', async (query, names) => {
    expect(await namesOf(query)).toEqual(names);
  });

  it('describes a character in the documented layout', async () => {
    const [keeper] = await listOf('?search=%23calm');
    const createdAt = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(keeper).toEqual({
      id: ids.keeper,
      slug: 'keeper',
      name: 'Keeper',
      description: null,
      author: 'svc',
      adult: false,
      featured: true,
      webEnabled: false,
      modelId: 'usual',
      tags: ['Sea', 'Calm'],
      photoUrl: null,
      shareUrl: 'http://localhost:3000/characters?character=keeper',
      stats: { averageRating: 4.5, imports: 4, ratingCount: 2, ratingSum: 9, userRating: null },
      createdAt,
      updatedAt: createdAt,
    });
  });

  it('identifies an author with a short ID that links nowhere', async () => {
    const [mine] = await listOf('?search=%23learning');
    expect(mine?.author).toMatch(/^[0-9a-z]{8}$/);
    const again = await publishTestCharacter(ada, { name: 'Second', adult: true });
    expect(again.author).toBe(mine?.author);
    expect(JSON.stringify(await listOf(''))).not.toContain(ada.caller.account.id);
  });

  it('returns the caller’s own rating, also for a browser', async () => {
    const [grace] = readers as [Reader, Reader];
    const { secret } = await makeTestKey(grace.caller.account.id);
    expect((await listOf('?search=keeper', secret))[0]?.stats.userRating).toBe(5);
    const cookie = await makeTestCookie(grace.caller.account);
    const request = new Request('http://localhost:3000/api/v1/characters/keeper', {
      headers: { cookie, host: 'localhost:3000' },
    });
    const { data } = FoundCharacter.parse(await (await find(request, at('keeper'))).json());
    expect(data.stats.userRating).toBe(5);
  });

  it('leaves out the characters of a blocked account', async () => {
    const bad = await makeReader('bad@example.com');
    const { slug } = await publishTestCharacter(bad, { name: 'Spam' });
    expect(await namesOf('?search=spam')).toEqual(['Spam']);
    await database().query('update account set blocked_at = now() where id = $1', [bad.caller.account.id]);
    forgetAccount(bad.caller.account.id);
    expect(await namesOf('?search=spam')).toEqual([]);
    expect((await find(get(`/${slug}`), at(slug))).status).toBe(404);
  });
});

describe('GET /characters/{slug} 200', () => {
  it('finds by slug and by id', async () => {
    const bySlug = await oneOf('keeper');
    expect(bySlug).toMatchObject({ object: 'character', data: { id: ids.keeper, slug: 'keeper' } });
    expect(await oneOf(ids.keeper ?? '')).toEqual(bySlug);
    expect(await oneOf((ids.keeper ?? '').toUpperCase())).toEqual(bySlug);
  });
});

describe('GET /characters/{slug}/reviews 200', () => {
  it('lists newest first, with the page in body and headers', async () => {
    const response = await reviewsOf('keeper', '?pageSize=1');
    const { data, ...rest } = ReviewList.parse(await response.json());
    expect(rest).toEqual({
      object: 'list',
      pagination: { page: 1, pageSize: 1, total: 2, totalPages: 2 },
      summary: { averageRating: 4.5, totalReviews: 2 },
    });
    expect(data).toEqual([
      expect.objectContaining({ characterId: ids.keeper, rating: 4, message: null, locale: null }),
    ]);
    const headers = ['limit', 'page', 'total', 'total-pages'].map((name) =>
      response.headers.get(`x-pagination-${name}`),
    );
    expect(headers).toEqual(['1', '1', '2', '2']);
    const second = ReviewList.parse(await (await reviewsOf('keeper', '?pageSize=1&page=2')).json());
    expect(second.data).toEqual([
      expect.objectContaining({ rating: 5, message: 'Fine', locale: 'en-GB', isOwner: false }),
    ]);
    expect(second.data[0]?.username).toMatch(/^[0-9a-z]{8}$/);
    expect(second.data[0]?.username).not.toBe(data[0]?.username);
  });

  it('marks the caller’s own', async () => {
    const [grace] = readers as [Reader, Reader];
    const { secret } = await makeTestKey(grace.caller.account.id);
    const { data } = ReviewList.parse(await (await reviewsOf(ids.keeper ?? '', '', secret)).json());
    expect(data.map(({ rating, isOwner }) => [rating, isOwner])).toEqual([
      [4, false],
      [5, true],
    ]);
  });

  it('is empty beyond the last page, and without any review', async () => {
    const beyond = ReviewList.parse(await (await reviewsOf('keeper', '?page=9007199254740991&pageSize=100')).json());
    expect(beyond).toMatchObject({ data: [], pagination: { total: 2, totalPages: 1 } });
    const none = await reviewsOf(ids.own ?? '');
    expect(await none.json()).toMatchObject({
      data: [],
      pagination: { page: 1, pageSize: 20, total: 0, totalPages: 0 },
      summary: { averageRating: 0, totalReviews: 0 },
    });
  });
});

describe('400', () => {
  it.each([
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?offset=-1', 'offset'],
    ['?sortBy=newest', 'sortBy'],
    ['?isPro=1', 'isPro'],
    [`?search=${'x'.repeat(201)}`, 'search'],
    [`?tags=${Array(21).fill('t').join(',')}`, 'tags'],
    [`?modelId=${'x'.repeat(201)}`, 'modelId'],
  ])('GET /characters%s', async (query, field) => {
    const response = await list(get(query));
    const body = (await response.json()) as { details: Record<string, object>; issues: { path: unknown[] }[] };
    expect(response.status).toBe(400);
    expect(body).toMatchObject({ code: 'INVALID_REQUEST', error: expect.stringContaining(field) });
    expect(Object.keys(body.details)).toEqual(['_errors', field]);
    expect(body.issues[0]?.path[0]).toBe(field);
  });

  it.each(['?page=0', '?page=x', '?pageSize=101', '?pageSize=0'])('GET /characters/{slug}/reviews%s', async (query) => {
    expect((await reviewsOf('keeper', query)).status).toBe(400);
  });
});

describe('401 and 402', () => {
  it.each([
    ['a list', (credential: string | null, more = {}) => list(withHeaders(get('', credential), more))],
    [
      'one',
      (credential: string | null, more = {}) => find(withHeaders(get('/keeper', credential), more), at('keeper')),
    ],
    [
      'reviews',
      (credential: string | null, more = {}) =>
        reviews(withHeaders(get('/keeper/reviews', credential), more), at('keeper')),
    ],
  ])('%s: a bad key, no credential, a wallet', async (_name, call) => {
    expect(await statusAndCode(call('nonsense'))).toEqual([401, 'AUTHENTICATION_FAILED']);
    const discovery = await call(null);
    expect(discovery.status).toBe(402);
    expect(await discovery.json()).toMatchObject({ x402Version: 2, accepts: [] });
    expect(await statusAndCode(call(null, { 'sign-in-with-x': 'e30=' }))).toEqual([401, 'AUTHENTICATION_FAILED']);
    // A route for keys only ignores a wallet next to a key (docs/api-rules.md, "Credentials by route").
    expect((await call(key, { 'sign-in-with-x': 'e30=' })).status).toBe(200);
  });
});

describe('404', () => {
  it.each(['nobody', 'Keeper', 'x'.repeat(5_000), '..', 'a\0', crypto.randomUUID()])('%j', async (slug) => {
    for (const response of [await find(get('/x'), at(slug)), await reviews(get('/x/reviews'), at(slug))]) {
      expect(response.status).toBe(404);
      const body = (await response.json()) as { error: string; code: string };
      expect(body).toEqual({ code: 'CHARACTER_NOT_FOUND', error: expect.stringContaining('not found') });
      expect(body.error.length).toBeLessThan(300);
    }
  });
});

function withHeaders(request: Request, more: Record<string, string>): Request {
  return new Request(request, { headers: { ...Object.fromEntries(request.headers), ...more } });
}

async function statusAndCode(answer: Promise<Response>): Promise<[number, string]> {
  const response = await answer;
  return [response.status, ((await response.json()) as { code: string }).code];
}
