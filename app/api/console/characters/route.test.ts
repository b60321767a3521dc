import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { EditedCharacter, OwnCharacter, Review } from '@/lib/characters/contract';
import { syncServiceCharacters } from '@/lib/characters/sync-service-characters';
import { webDispatch } from '@/lib/http/test-dispatch';
import { installCatalog } from '@/lib/models/catalog';
import { testCatalog } from '@/lib/models/test-catalog';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import * as character from '../../v1/characters/[slug]/route';
import * as characterReviews from '../../v1/characters/[slug]/reviews/route';
import * as characters from '../../v1/characters/route';
import * as ownCharacter from './[id]/route';
import * as ownReview from './[id]/review/route';
import * as ownCharacters from './route';

const OWN = '/api/console/characters';
const PUBLIC = '/api/v1/characters';
const dispatch = webDispatch({
  [OWN]: ownCharacters,
  [`${OWN}/[id]`]: ownCharacter,
  [`${OWN}/[id]/review`]: ownReview,
  [PUBLIC]: characters,
  [`${PUBLIC}/[slug]`]: character,
  [`${PUBLIC}/[slug]/reviews`]: characterReviews,
});
const DRAFT = { name: 'Keeper', prompt: 'You keep a lighthouse.', tags: ['Sea'] };

let db: Database;
const cookies: Record<'ada' | 'grace' | 'alan', string> = { ada: '', grace: '', alan: '' };
type Who = keyof typeof cookies;
let key = '';
beforeAll(async () => {
  db = await openTestDatabase();
  installCatalog(
    testCatalog(
      'models: [{ id: usual, traits: [default], upstreams: [{ provider: embedded, model: x }], price: { input: "1", output: "2" } }]\naliases: { gpt-x: usual }',
    ),
  );
  await syncServiceCharacters();
  for (const who of ['ada', 'grace', 'alan'] as const) {
    const account = await makeTestAccount(`${who}@example.com`);
    cookies[who] = await makeTestCookie(account);
    if (who === 'ada') key = (await makeTestKey(account.id)).secret;
  }
});
afterAll(() => db.close());

type Answer = { status: number; body: { code?: string; error?: string; details?: object; data?: unknown } };

async function call(who: Who | null, method: string, path: string, body?: unknown, more = {}): Promise<Answer> {
  const headers: Record<string, string> = {
    host: 'localhost:3000',
    ...(who ? { cookie: cookies[who] } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...more,
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await dispatch(new Request(`http://localhost:3000${path}`, init));
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

async function create(who: Who, more: object = {}): Promise<EditedCharacter> {
  const { status, body } = await call(who, 'POST', OWN, { ...DRAFT, ...more });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data as EditedCharacter;
}
const publish = (who: Who, id: string, published = true) => call(who, 'PATCH', `${OWN}/${id}`, { published });
const rate = (who: Who, id: string, review: unknown) => call(who, 'PUT', `${OWN}/${id}/review`, review);
const statsOf = async (id: string) =>
  ((await call('alan', 'GET', `${PUBLIC}/${id}`)).body.data as { stats: object } | undefined)?.stats;
const NOT_FOUND = { status: 404, body: { code: 'CHARACTER_NOT_FOUND', error: expect.stringContaining('not found') } };

describe('200', () => {
  it('creates a draft, edits it, publishes it, unpublishes it and deletes it', async () => {
    const made = await create('ada', { description: 'Calm.', modelId: 'gpt-x', adult: true });
    expect(made).toMatchObject({
      ...DRAFT,
      description: 'Calm.',
      adult: true,
      featured: false,
      published: false,
      modelId: 'usual',
      chosenModelId: 'usual',
      replacesServicePrompt: false,
      shareUrl: null,
      slug: expect.stringMatching(/^keeper-[0-9a-z]{5}$/),
    });
    expect((await call('ada', 'GET', `${OWN}/${made.id}`)).body.data).toEqual(made);

    const changes = {
      name: 'Warden',
      tags: ['Night'],
      modelId: null,
      adult: false,
      prompt: 'New.',
      replacesServicePrompt: true,
    };
    const edited = (await call('ada', 'PATCH', `${OWN}/${made.id}`, changes)).body.data as EditedCharacter;
    expect(edited).toMatchObject({
      ...changes,
      slug: made.slug,
      description: 'Calm.',
      modelId: 'usual',
      chosenModelId: null,
    });

    const found = async (search: string) =>
      ((await call('grace', 'GET', `${PUBLIC}?search=${search}`)).body.data as { id: string }[]).some(
        ({ id }) => id === made.id,
      );
    expect(await found('warden')).toBe(false);
    expect((await publish('ada', made.id)).body.data).toMatchObject({ published: true, shareUrl: expect.any(String) });
    expect([await found('warden'), await found('%23night'), await found('keeper'), await found('%23sea')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect((await publish('ada', made.id, false)).body.data).toMatchObject({ published: false });
    expect(await found('warden')).toBe(false);
    expect(await call('ada', 'DELETE', `${OWN}/${made.id}`)).toEqual({ status: 200, body: { success: true } });
    expect(await call('ada', 'GET', `${OWN}/${made.id}`)).toMatchObject(NOT_FOUND);
  });

  it('lists only the account’s own, newest first, without prompts', async () => {
    const first = await create('alan', { name: 'First' });
    const second = await create('alan', { name: 'Second' });
    await database().query('update "character" set created_at = created_at - interval \'1 hour\' where id = $1', [
      first.id,
    ]);
    const { data } = (await call('alan', 'GET', OWN)).body as { data: OwnCharacter[] };
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(JSON.stringify(data)).not.toContain(DRAFT.prompt);
    // The public list has no drafts, not even the caller's own; its owner finds it by its slug.
    const listed = (await call('alan', 'GET', `${PUBLIC}?search=second`)).body.data;
    expect(listed).toEqual([]);
    expect((await call('alan', 'GET', `${PUBLIC}/${second.slug}`)).body.data).toMatchObject({ name: 'Second' });
  });

  it('accepts the longest texts in any script', async () => {
    const longest = { name: '灯'.repeat(80), description: '台'.repeat(500), prompt: '守'.repeat(20_000) };
    const made = await create('grace', { ...longest, tags: Array.from({ length: 20 }, (_, n) => '海'.repeat(28) + n) });
    expect(made).toMatchObject(longest);
  });

  it('rates once per account, changes the rating and removes it', async () => {
    const { id } = await create('ada');
    await publish('ada', id);
    const first = await rate('grace', id, { rating: 5, message: ' Good <b>one</b> ', locale: 'de' });
    expect(first).toMatchObject({
      status: 200,
      body: { data: { rating: 5, message: 'Good <b>one</b>', locale: 'de', isOwner: true } },
    });
    await rate('alan', id, { rating: 2 });
    expect(await statsOf(id)).toMatchObject({ averageRating: 3.5, ratingCount: 2, ratingSum: 7, userRating: 2 });
    const changed = (await rate('grace', id, { rating: 1, message: '' })).body.data as Review;
    expect(changed).toMatchObject({ id: (first.body.data as Review).id, rating: 1, message: null });
    expect((await call('grace', 'GET', `${OWN}/${id}/review`)).body.data).toEqual(changed);
    expect(await statsOf(id)).toMatchObject({ averageRating: 1.5, ratingCount: 2 });
    expect((await call('grace', 'DELETE', `${OWN}/${id}/review`)).body).toEqual({ success: true });
    expect((await call('grace', 'GET', `${OWN}/${id}/review`)).body).toEqual({ data: null });
    expect(await statsOf(id)).toMatchObject({ averageRating: 2, ratingCount: 1 });
    // Also after it is unpublished: a review belongs to its writer.
    await publish('ada', id, false);
    expect((await call('alan', 'DELETE', `${OWN}/${id}/review`)).status).toBe(200);
  });

  it('keeps the sums correct under concurrent ratings', async () => {
    const { id } = await create('ada');
    await publish('ada', id);
    const ratings = [1, 2, 3, 4, 5, 3, 2, 1];
    await Promise.all(ratings.flatMap((rating) => [rate('grace', id, { rating }), rate('alan', id, { rating })]));
    const [row] = await database().query(
      'select c.rating_count = count(r.*) and c.rating_sum = sum(r.rating) as right, c.rating_count from "character" c join character_review r on r.character_id = c.id where c.id = $1 group by c.id',
      [id],
    );
    expect(row).toEqual({ right: true, rating_count: 2 });
  });
});

describe('400', () => {
  it.each([
    [{ name: '' }, 'name'],
    [{ prompt: 'bell \u0007' }, 'prompt'],
    [{ tags: ['a,b'] }, 'tags'],
    [{ modelId: 'no-such-model' }, 'modelId'],
  ])('for %j', async (more, field) => {
    const details = { [field]: expect.anything() };
    expect(await call('ada', 'POST', OWN, { ...DRAFT, ...more })).toMatchObject({ status: 400, body: { details } });
    const { id } = await create('ada');
    expect(await call('ada', 'PATCH', `${OWN}/${id}`, more)).toMatchObject({ status: 400, body: { details } });
  });

  it('for fields that only the service sets', async () => {
    for (const more of [
      { featured: true },
      { slug: 'mine' },
      { ownerId: null },
      { photoUrl: 'https://example.org/a.png' },
    ]) {
      expect((await call('ada', 'POST', OWN, { ...DRAFT, ...more })).status).toBe(400);
    }
  });

  it('for a rating of one’s own character, and an invalid one', async () => {
    const { id } = await create('ada');
    await publish('ada', id);
    expect(await rate('ada', id, { rating: 5 })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('your own') },
    });
    for (const body of [{}, { rating: 0 }, { rating: '5' }, { rating: 5, message: 'x'.repeat(2_001) }]) {
      expect((await rate('grace', id, body)).status).toBe(400);
    }
    expect(await statsOf(id)).toMatchObject({ ratingCount: 0 });
  });

  it('for the 101st character of an account, also with concurrent requests', async () => {
    const account = await makeTestAccount('many@example.com');
    cookies.alan = await makeTestCookie(account);
    const answers: Answer[] = [];
    for (let round = 0; round < 11; round += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => call('alan', 'POST', OWN, DRAFT)))));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(answers.at(-1)).toMatchObject({ status: 400, body: { error: expect.stringContaining('at most 100') } });
  });
});

describe('401 and 403', () => {
  const id = '6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e';
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', OWN],
    ['POST', OWN, DRAFT],
    ['GET', `${OWN}/${id}`],
    ['PATCH', `${OWN}/${id}`, {}],
    ['DELETE', `${OWN}/${id}`],
    ['GET', `${OWN}/${id}/review`],
    ['PUT', `${OWN}/${id}/review`, { rating: 5 }],
    ['DELETE', `${OWN}/${id}/review`],
  ];
  it.each(calls)('%s %s without a session, with a key, from another site', async (method, path, body) => {
    expect((await call(null, method, path, body)).status).toBe(401);
    expect((await call(null, method, path, body, { authorization: `Bearer ${key}` })).status).toBe(401);
    expect((await call('ada', method, path, body, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('404: no account sees or changes another account’s characters', () => {
  it('a draft', async () => {
    const { id, slug } = await create('ada', { name: 'Secret plan', tags: ['Hidden'] });
    for (const path of [
      `${PUBLIC}/${id}`,
      `${PUBLIC}/${slug}`,
      `${PUBLIC}/${slug}/reviews`,
      `${OWN}/${id}`,
      `${OWN}/${id}/review`,
    ]) {
      expect(await call('grace', 'GET', path), path).toMatchObject(NOT_FOUND);
    }
    expect((await call('grace', 'GET', `${PUBLIC}?search=secret`)).body.data).toEqual([]);
    expect((await call('grace', 'GET', `${PUBLIC}?tags=hidden`)).body.data).toEqual([]);
    expect(JSON.stringify((await call('grace', 'GET', OWN)).body)).not.toContain('Secret plan');
    expect(await rate('grace', id, { rating: 1 })).toMatchObject(NOT_FOUND);
    await refuses('grace', id);
  });

  it('a published one can only be seen and rated', async () => {
    const { id } = await create('ada', { name: 'Public plan' });
    await publish('ada', id);
    expect((await call('grace', 'GET', `${PUBLIC}/${id}`)).status).toBe(200);
    expect(await call('grace', 'GET', `${OWN}/${id}`)).toMatchObject(NOT_FOUND);
    await refuses('grace', id);
    expect((await call('ada', 'GET', `${OWN}/${id}`)).body.data).toMatchObject({
      name: 'Public plan',
      published: true,
    });
  });

  it('those of the service, also for the owner', async () => {
    const { data } = (await call('ada', 'GET', `${PUBLIC}/lighthouse-keeper`)).body as { data: { id: string } };
    await refuses('ada', data.id);
    expect((await call('ada', 'GET', `${PUBLIC}/lighthouse-keeper`)).status).toBe(200);
  });

  it('another account’s review, an unknown character, an invalid ID', async () => {
    const { id } = await create('ada');
    await publish('ada', id);
    await rate('grace', id, { rating: 4 });
    expect(await call('ada', 'DELETE', `${OWN}/${id}/review`)).toMatchObject(NOT_FOUND);
    expect(await statsOf(id)).toMatchObject({ ratingCount: 1 });
    for (const name of [crypto.randomUUID(), 'lighthouse-keeper', 'x', '%00']) await refuses('ada', name);
  });

  async function refuses(who: Who, id: string): Promise<void> {
    expect(await call(who, 'PATCH', `${OWN}/${id}`, { name: 'Mine now' })).toMatchObject(NOT_FOUND);
    expect(await publish(who, id)).toMatchObject(NOT_FOUND);
    expect(await publish(who, id, false)).toMatchObject(NOT_FOUND);
    expect(await call(who, 'DELETE', `${OWN}/${id}`)).toMatchObject(NOT_FOUND);
  }
});
