import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListedProvider } from '../models/automatic/decide';
import { buildCatalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import { findExactly } from '../models/find-by-name';
import type { Catalog, Model } from '../models/model';
import { parseServiceFile } from '../models/service-file';
import type { ServiceFile } from '../models/service-file/file';
import { embeddedListing } from '../models/test-catalog';
import { mergeConnected, type OpenedProvider } from './merge';
import type { StoredModelRow } from './stored';

/*
 * The precedence of what is configured (docs/providers.md, "Precedence") as a model of its own: names are looked up
 * layer by layer. Names come from small sets, so that most of them collide.
 */

const PROVIDERS = ['openai', 'ollama', 'upstream', 'lab', 'farm'];
const AUTOMATIC = ['openai', 'ollama', 'upstream'];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

const provider = fc.constantFrom(...PROVIDERS);
const name = fc.constantFrom(...NAMES);

type FileWorld = {
  providers: string[];
  models: { id: string; provider: string; isDefault: boolean }[];
  aliases: Record<string, string>;
  /** The provider of its moderation of images. */
  moderator: string | null;
};
type ConnectedWorld = {
  providers: { id: string; enabled: boolean; broken: boolean }[];
  models: { id: string; upstreams: { provider: string; name: string }[]; aliases: string[]; isDefault: boolean }[];
};
type World = {
  file: FileWorld | null;
  connected: ConnectedWorld;
  automatic: { id: string; models: string[] }[];
  embedded: string[];
};

const fileWorld: fc.Arbitrary<FileWorld> = fc.record({
  providers: fc.uniqueArray(fc.constantFrom('lab', 'farm'), { maxLength: 2 }),
  models: fc.uniqueArray(fc.record({ id: name, provider, isDefault: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 3,
  }),
  aliases: fc.dictionary(name, name, { maxKeys: 2 }),
  moderator: fc.option(provider),
});

const connectedWorld: fc.Arbitrary<ConnectedWorld> = fc.record({
  providers: fc.uniqueArray(fc.record({ id: provider, enabled: fc.boolean(), broken: fc.boolean() }), {
    selector: ({ id }) => id,
    maxLength: 5,
  }),
  models: fc.uniqueArray(
    fc.record({
      id: name,
      upstreams: fc.uniqueArray(fc.record({ provider, name: fc.constantFrom('x', 'y') }), {
        selector: ({ provider: of }) => of,
        minLength: 1,
        maxLength: 3,
      }),
      aliases: fc.uniqueArray(name, { maxLength: 2 }),
      isDefault: fc.boolean(),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  ),
});

const world: fc.Arbitrary<World> = fc.record({
  file: fc.option(fileWorld),
  connected: connectedWorld,
  automatic: fc.uniqueArray(
    fc.record({ id: fc.constantFrom(...AUTOMATIC), models: fc.uniqueArray(name, { maxLength: 3 }) }),
    { selector: ({ id }) => id },
  ),
  embedded: fc.uniqueArray(name, { maxLength: 2 }),
});

/** The service file of a world; null if it would be refused. */
function fileOf({ file, automatic }: World): ServiceFile | null {
  if (file === null) return null;
  const defaults = file.models.findIndex(({ isDefault }) => isDefault);
  const text = JSON.stringify({
    providers: Object.fromEntries(
      file.providers.map((id) => [id, { kind: 'openai-compatible', base_url: `http://file.test/${id}` }]),
    ),
    models: file.models.map(({ id, provider: of }, index) => ({
      ...{ id, upstreams: [{ provider: of, model: 'm' }], price: { input: '1', output: '2' } },
      traits: index === defaults ? ['default'] : [],
    })),
    aliases: file.aliases,
    ...(file.moderator !== null && { image_screening: { moderation: { provider: file.moderator } } }),
  });
  const isSet = (id: string) => automatic.some((one) => one.id === id);
  const environment = {
    ...(isSet('openai') && { OPENAI_API_KEY: 'k' }),
    ...(isSet('ollama') && { OLLAMA_HOST: 'http://127.0.0.1:1' }),
    ...(isSet('upstream') && { UPSTREAM_BASE_URL: 'http://127.0.0.1:1' }),
  };
  const outcome = parseServiceFile('test.yaml', text, environment);
  return outcome.ok ? outcome.file : null;
}

const openedOf = ({ connected }: World): OpenedProvider[] =>
  connected.providers.map(({ id, enabled, broken }) => ({
    ...{ id, enabled, problem: broken ? 'Its key is lost.' : null },
    service: broken ? null : { id, kind: 'openai-compatible', baseUrl: `http://connected.test/${id}` },
  }));

const rowsOf = ({ connected }: World): StoredModelRow[] =>
  connected.models.map(({ id, upstreams, aliases, isDefault }) => ({
    ...{ key: `key-${id}`, id },
    entry: {
      ...{ id, name: id, class: 'M', privacy: 'private', price: { input: '3', output: '4' } },
      ...{ contextTokens: 8_192, maxCompletionTokens: 8_192, abilities: [], aliases, isDefault, upstreams },
    },
  }));

function built(of: World) {
  const file = fileOf(of);
  const connected = mergeConnected({
    ...{ providers: openedOf(of), models: rowsOf(of), file },
    automatic: of.automatic.map(({ id }) => id),
  });
  const lists = of.automatic.map(({ id, models }): ListedProvider => {
    return { id, baseUrl: 'http://127.0.0.1:1/v1', models: models.map((one) => ({ id: one })) };
  });
  const catalog = buildCatalog({
    serviceFile: file,
    connected,
    embedded: of.embedded.map(embeddedListing),
    automatic: lists.filter(({ id }) => !connected.replaced.has(id)),
    settings: { priceMarkup: '1' },
  });
  return { file, connected, catalog };
}

/** Whose providers of a name are called: the rule of the documentation, looked up name by name. */
function ownerOf(id: string, of: World, file: ServiceFile | null): 'file' | 'connected' | 'automatic' | null {
  const inModels =
    file?.models.some(({ upstreams }) => upstreams.some((upstream) => upstream.provider === id)) ?? false;
  const uses = inModels || (file !== null && of.file?.moderator === id);
  if (file?.providers.some((known) => known.id === id)) return 'file';
  const isAutomatic = of.automatic.some((known) => known.id === id);
  if (uses) return isAutomatic ? 'automatic' : null;
  const connected = of.connected.providers.find((known) => known.id === id);
  if (connected) return connected.enabled && !connected.broken ? 'connected' : null;
  return isAutomatic ? 'automatic' : null;
}

type Answer = { layer: string; id: string; upstreams: string[] } | null;

/** Which model answers to a name: the layers in their order. */
function answerOf(wanted: string, of: World, file: ServiceFile | null): Answer {
  const inFile = file?.models.find(({ id }) => id === wanted);
  if (inFile) return { layer: 'file', id: wanted, upstreams: inFile.upstreams.map(({ provider: one }) => one) };
  const target = file?.aliases.get(wanted);
  // What it points at may be in any layer, but is never another alias.
  if (target !== undefined) return target === wanted ? null : ownAnswer(target, of, file);
  return ownAnswer(wanted, of, file) ?? aliasAnswer(wanted, of, file);
}

function callable(upstreams: { provider: string }[], of: World, file: ServiceFile | null): string[] {
  return upstreams.map(({ provider: one }) => one).filter((one) => ownerOf(one, of, file) === 'connected');
}

/** The model that has a name as its ID. */
function ownAnswer(wanted: string, of: World, file: ServiceFile | null): Answer {
  const inFile = file?.models.find(({ id }) => id === wanted);
  if (inFile) return { layer: 'file', id: wanted, upstreams: inFile.upstreams.map(({ provider: one }) => one) };
  if (file?.aliases.has(wanted)) return null;
  const connected = of.connected.models.find(({ id }) => id === wanted);
  const upstreams = callable(connected?.upstreams ?? [], of, file);
  if (upstreams.length > 0) return { layer: 'connected', id: wanted, upstreams };
  if (aliasAnswer(wanted, of, file) !== null) return null;
  if (of.embedded.includes(wanted)) return { layer: 'embedded', id: wanted, upstreams: ['embedded'] };
  const automatic = of.automatic.find(
    ({ id, models }) => models.includes(wanted) && ownerOf(id, of, file) === 'automatic',
  );
  return automatic ? { layer: 'automatic', id: wanted, upstreams: [automatic.id] } : null;
}

/** The first connected model that has a name as an alias. */
function aliasAnswer(wanted: string, of: World, file: ServiceFile | null): Answer {
  const isServed = (id: string) =>
    !file?.models.some((model) => model.id === id) &&
    !file?.aliases.has(id) &&
    callable(of.connected.models.find((model) => model.id === id)?.upstreams ?? [], of, file).length > 0;
  if (file?.models.some(({ id }) => id === wanted) || isServed(wanted)) return null;
  const found = of.connected.models.find(({ id, aliases }) => isServed(id) && aliases.includes(wanted));
  return found ? { layer: 'connected', id: found.id, upstreams: callable(found.upstreams, of, file) } : null;
}

const activeOf = (catalog: Catalog) => activeCatalogAt(catalog, 0);
const shown = (model: Model | undefined) =>
  model === undefined ? null : { id: model.id, upstreams: model.upstreams.map((upstream) => upstream.provider) };

describe('the precedence of service file, console, and environment', () => {
  it('decides which model answers to each name', () => {
    fc.assert(
      fc.property(world, (of) => {
        const { file, catalog } = built(of);
        for (const wanted of NAMES) {
          const expected = answerOf(wanted, of, file);
          const found = shown(findExactly(activeOf(catalog), wanted, ['text']));
          expect(found, wanted).toEqual(expected && { id: expected.id, upstreams: expected.upstreams });
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('decides which provider is called by each name, so that no request goes to one of another layer', () => {
    fc.assert(
      fc.property(world, (of) => {
        const { file, connected, catalog } = built(of);
        const called = new Set(connected.providers.map(({ id }) => id));
        for (const id of PROVIDERS) {
          const owner = ownerOf(id, of, file);
          expect(called.has(id), id).toBe(owner === 'connected');
          // A replaced automatic provider is not called, even while the one that replaces it is disabled.
          if (owner === 'automatic') expect(connected.replaced.has(id), id).toBe(false);
          if (owner === 'connected')
            expect(of.automatic.every((one) => one.id !== id) || connected.replaced.has(id)).toBe(true);
        }
        for (const { id, upstreams } of catalog.models.values()) {
          const fromFile = file?.models.some((model) => model.id === id) ?? false;
          for (const upstream of upstreams) {
            if (fromFile) expect(called.has(upstream.provider), `${id} of the file`).toBe(false);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('decides the default: the file’s, else the owner’s, else an embedded one, else the first', () => {
    fc.assert(
      fc.property(world, (of) => {
        const { file, catalog } = built(of);
        const served = [...catalog.models.keys()];
        const ofFile = file?.models.find(({ traits }) => traits.includes('default'))?.id;
        const ofOwner = of.connected.models.find(
          ({ id, isDefault }) => isDefault && ownAnswer(id, of, file)?.layer === 'connected',
        )?.id;
        const embedded = of.embedded.find((id) => ownAnswer(id, of, file)?.layer === 'embedded');
        const expected = ofFile ?? ofOwner ?? embedded ?? served[0];
        expect(catalog.traits.get('text')?.get('default')).toBe(expected);
        const defaults = [...catalog.models.values()].filter(({ traits }) => traits.includes('default'));
        expect(defaults.map(({ id }) => id)).toEqual(served.length > 0 ? [expected] : []);
      }),
      { numRuns: 1_000 },
    );
  });

  it('serves a connected model whole, or says why not', () => {
    fc.assert(
      fc.property(world, (of) => {
        const { file, connected, catalog } = built(of);
        for (const { id } of of.connected.models) {
          const isServed = ownAnswer(id, of, file)?.layer === 'connected';
          expect(connected.problems.models.has(`key-${id}`), id).toBe(!isServed);
          if (!isServed) continue;
          const model = catalog.models.get(id);
          // Never without a price; the first upstream has all the weight, the others are spares in their order.
          expect(model?.price).toEqual({ inputNanoUsd: 3_000_000_000n, outputNanoUsd: 4_000_000_000n });
          expect(model?.upstreams.map(({ weight }) => weight)).toEqual(
            model?.upstreams.map((_, at) => (at === 0 ? 1 : 0)),
          );
        }
        for (const { id } of of.connected.providers) {
          expect(connected.problems.providers.has(id), id).toBe(ownerOf(id, of, file) !== 'connected');
          const isDefined = file?.providers.some((known) => known.id === id) ?? false;
          const problem = connected.problems.providers.get(id) ?? '';
          expect(problem.includes('The service file has a provider of this name'), id).toBe(isDefined);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
