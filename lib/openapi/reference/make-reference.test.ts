import { beforeAll, expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import type { Field, Operation, Reference } from '../contract';
import { makeDocument } from '../document';
import { makeReference } from './make-reference';

let reference: Reference;
beforeAll(() => {
  reference = makeReference(makeDocument(describedRoutes), 'svc');
});

function operation(id: string): Operation {
  const page = reference.pages.find(({ slug }) => slug === id);
  if (page?.kind !== 'operation') throw new Error(`no page ${id}`);
  return page.operation;
}

const field = (fields: Field[] | null, name: string) => fields?.find((one) => one.name === name);

it('has a page for every operation and a navigation link for every page', () => {
  const slugs = reference.groups.flatMap(({ links }) => links.map(({ slug }) => slug));
  expect(slugs).toEqual(reference.pages.map(({ slug }) => slug));
  expect(new Set(slugs).size).toBe(slugs.length);
});

it('shows fields with type, limits, default, and nested fields', () => {
  const { body } = operation('createChatCompletion');
  expect(field(body, 'temperature')).toMatchObject({ type: 'number', required: false, notes: ['0 to 2'] });
  const messages = field(body, 'messages');
  expect(messages).toMatchObject({ type: 'object[]', required: true, notes: ['1 to 5,000 entries'] });
  expect(messages?.fields.map(({ name }) => name)).toContain('role: "user"');
  expect(field(operation('createApiKey').body, 'limitPeriod')?.notes).toEqual([
    'default `EPOCH`',
    'one of `EPOCH`, `MONTH`, `LIFETIME`',
  ]);
});

it('says which credential is required and which operations are paid', () => {
  expect([operation('createApiKey').credential, operation('getModels').needsCaller]).toEqual([
    'An API key of type ADMIN.',
    false,
  ]);
  expect([operation('createChatCompletion').paid, operation('createApiKey').paid]).toEqual([true, false]);
});

it('has a meaning for every error code', () => {
  for (const page of reference.pages) {
    for (const { codes } of page.kind === 'operation' ? page.operation.errors : []) {
      for (const { code, meaning } of codes) expect(meaning, code).not.toBe('');
    }
  }
});

it('makes samples in three languages for every operation that is not retired', () => {
  for (const page of reference.pages) {
    if (page.kind === 'guide') continue;
    const { retired, requests } = page.operation;
    // What a wallet signs is in the guide.
    const isOfWallets = page.operation.path.startsWith('/x402/');
    expect(requests.length > 0, page.slug).toBe(!retired && !isOfWallets);
    for (const { samples } of requests) expect(samples).toHaveLength(3);
  }
});
