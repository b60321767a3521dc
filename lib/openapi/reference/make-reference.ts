import type { DocsLink, DocsPage, Field, Reference } from '../contract';
import type { ApiDocument } from '../document';
import { guidesOf } from '../guide/guides';
import { componentsOf, type DescribedOperation } from './described';
import { operationPage } from './operation-page';

/** The groups of operations in order, by tag; other tags come after them under their own name. */
const GROUPS: Record<string, string> = {
  chat: 'Chat',
  models: 'Models',
  augment: 'Search and pages',
  characters: 'Characters',
  api_keys: 'API keys',
  billing: 'Billing',
  openapi: 'Description',
};

/** The reference as pages, built from the description and the guides. */
export function makeReference(document: ApiDocument, serviceId: string): Reference {
  const { info, servers, tags } = document as { info?: unknown; servers?: unknown; tags?: unknown } as Head;
  const base = servers[0]?.url ?? '';
  const components = componentsOf(document);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      tag: (described as DescribedOperation).tags[0] ?? '',
      page: operationPage(
        described as DescribedOperation,
        { method: method.toUpperCase(), path, base, serviceId },
        components,
      ),
    })),
  );
  const guides = guidesOf({ base, serviceId, pages: operations.map(({ page }) => page), headers: components.headers });
  const names = [...Object.keys(GROUPS), ...tags.map(({ name }) => name).filter((name) => !(name in GROUPS))];
  const groups = names.map((name) => ({
    title: GROUPS[name] ?? name,
    pages: operations.filter(({ tag }) => tag === name).map(({ page }) => page),
  }));
  const all = [{ title: 'Guides', pages: guides }, ...groups.filter(({ pages }) => pages.length > 0)];
  return {
    version: info.version,
    origin: new URL(base).origin,
    groups: all.map(({ title, pages }) => ({ title, links: pages.map(linkOf) })),
    pages: all.flatMap(({ pages }) => pages),
  };
}

type Head = { info: { version: string }; servers: { url: string }[]; tags: { name: string }[] };

function linkOf(page: DocsPage): DocsLink {
  const { slug, title } = page;
  if (page.kind === 'guide') {
    return { slug, title, words: page.sections.map((section) => section.title).join(' ') };
  }
  const { method, path, parameters, body } = page.operation;
  const fields = [...parameters.flatMap((group) => group.fields), ...(body ?? [])];
  return { slug, title, method, words: [path, ...fields.flatMap(namesOf)].join(' ') };
}

function namesOf({ name, isForm, fields }: Field): string[] {
  return [...(isForm ? [] : [name]), ...fields.flatMap(namesOf)];
}
