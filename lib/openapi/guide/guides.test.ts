import { describe, expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { makeDocument } from '../document';
import { makeReference } from '../reference/make-reference';

const { pages } = makeReference(makeDocument(describedRoutes), 'svc');

/** The labels of the samples on a guide, with their languages. */
function samplesOn(slug: string): Record<string, string[]> {
  const page = pages.find((one) => one.slug === slug);
  if (page?.kind !== 'guide') throw new Error(`no guide ${slug}`);
  const blocks = page.sections.flatMap((section) => section.blocks);
  return Object.fromEntries(
    blocks.flatMap((block) =>
      block.kind === 'samples' ? [[block.label, block.samples.map(({ language }) => language)]] : [],
    ),
  );
}

describe('guides with samples of the description', () => {
  it.each([
    ['', 2],
    ['search', 5],
    ['embeddings', 2],
    ['images', 5],
  ])('the guide “%s” has all of them, in three languages', (slug, count) => {
    const samples = Object.values(samplesOn(slug));
    expect(samples).toHaveLength(count);
    for (const languages of samples) expect(languages).toEqual(['curl', 'typescript', 'python']);
  });

  it('have anchors that are unique on their page', () => {
    for (const page of pages) {
      const ids = page.kind === 'guide' ? page.sections.map(({ id }) => id) : [];
      expect(new Set(ids).size, page.slug).toBe(ids.length);
    }
  });
});
