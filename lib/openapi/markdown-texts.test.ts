import { expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { settings } from '../platform/env';
import { findReference } from './reference/shared';
import { listForAgents, retrieveAllPages, retrievePage } from './markdown-texts';

it('lists every page with a link to its Markdown, in the format of llmstxt.org', async () => {
  const { text, contentType } = await listForAgents(describedRoutes);
  expect(contentType).toBe('text/markdown; charset=utf-8');
  expect(text).toMatch(/^# Farebox\n\n> .+\n/);
  const { pages } = await findReference();
  const links = [...text.matchAll(/^- \[[^\n]+\]\(http:\/\/localhost:3000\/docs\/([\w-]+)\.md\): ./gm)];
  expect(links).toHaveLength(pages.length);
  for (const [, name = ''] of links) expect((await retrievePage(describedRoutes, name)).text).toMatch(/^# /);
});

it('includes each page in the full text, with its fields, samples and errors', async () => {
  const { text } = await retrieveAllPages(describedRoutes);
  const { pages } = await findReference();
  for (const { title } of pages) expect(text).toContain(`# ${title}\n`);
  expect(text).toContain('- `max_completion_tokens`: integer; 1 or more.');
  expect(text).toContain('urllib.request.urlopen');
});

it('has no broken links', async () => {
  const { text } = await retrieveAllPages(describedRoutes);
  const { pages } = await findReference();
  const slugs = new Set(pages.map(({ slug }) => slug));
  const led = [...text.matchAll(/\/docs\/([\w-]+)(?:\.md)?[)`]/g)].map(([, slug = '']) => slug);
  expect(led.length).toBeGreaterThan(10);
  for (const slug of led) expect(slugs.has(slug === 'quickstart' ? '' : slug), slug).toBe(true);
});

it('refuses unknown page names', async () => {
  await expect(retrievePage(describedRoutes, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('writes each text once, and again for another address of the service', async () => {
  const names = (await findReference()).pages.map(({ slug }) => slug || 'quickstart');
  const texts = async () => [
    await listForAgents(describedRoutes),
    await retrieveAllPages(describedRoutes),
    ...(await Promise.all(names.map((name) => retrievePage(describedRoutes, name)))),
  ];
  const before = await texts();
  (await texts()).forEach((text, at) => expect(text).toBe(before[at]));
  for (const { text, bytes } of before) expect(Buffer.from(bytes ?? '').toString()).toBe(text);
  const { publicOrigin } = settings();
  Object.assign(settings(), { publicOrigin: 'https://gateway.example.com' });
  const moved = await texts();
  Object.assign(settings(), { publicOrigin });
  expect(moved[0]?.text).toContain('https://gateway.example.com/docs/');
  expect(moved[1]?.text).not.toContain('http://localhost:3000');
  (await texts()).forEach((text, at) => expect(text).toBe(before[at]));
});
