import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMAGE_STYLES } from '@/lib/core/image-styles';
import { GenerateImageRequest } from '@/lib/image/contract';
import type { Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('lists names that a request may use, without a credential', async () => {
  const response = await GET(new Request('http://localhost:3000/api/v1/image/styles'));
  const { object, data } = (await response.json()) as { object: string; data: string[] };
  expect([response.status, object]).toEqual([200, 'list']);
  expect(data).toEqual(IMAGE_STYLES.map(({ name }) => name));
  expect(data.length).toBeGreaterThanOrEqual(20);
  expect(data).toEqual(expect.arrayContaining(['3D Model', 'Analog Film', 'Anime', 'Cinematic', 'Comic Book']));
  for (const style of data) {
    const body = { model: 'm', prompt: 'x', style_preset: style };
    expect(GenerateImageRequest.parse(body).style_preset).toBe(style);
  }
});

it.each([
  ['anime', '. Did you mean "Anime"?'],
  ['ukiyoe', '. Did you mean "Ukiyo-e"?'],
  ['water color', '. Did you mean "Watercolor"?'],
  ['cubism', ''],
  [7, ''],
])('is named by the error of an unknown style, with the nearest style: %j', (style, meant) => {
  const result = GenerateImageRequest.safeParse({ model: 'm', prompt: 'x', style_preset: style });
  expect(result.error?.issues.map(({ message }) => message)).toEqual([
    `Must be a name from GET /api/v1/image/styles${meant}`,
  ]);
});

it('refuses a bad credential', async () => {
  const headers = { authorization: 'Bearer nonsense' };
  expect((await GET(new Request('http://localhost:3000/api/v1/image/styles', { headers }))).status).toBe(401);
});
