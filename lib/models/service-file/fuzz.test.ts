import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { buildCatalog } from '../catalog';
import { WireModel } from '../contract';
import { activeCatalogAt } from '../deprecation';
import { parseServiceFile } from '../service-file';
import { WHOLE_FILE } from '../test-whole-file';
import { toWireModel } from '../wire-model';

const RUNS = { numRuns: 100 };
const SECRET = 'sk-secret-that-must-not-show';
const ENVIRONMENT = { LAB_KEY: SECRET, BRAVE_KEY: SECRET, OPENAI_API_KEY: SECRET };

/** Every member name and plain value of the complete file. */
const WORDS = [...new Set(WHOLE_FILE.match(/[A-Za-z0-9_.-]+/g) ?? [])];

const scalars = fc.oneof(
  fc.constantFrom<unknown>(...WORDS, null, true, false, '', '${LAB_KEY}', '${NOBODY}', '$${X}', '__proto__', '1e999'),
  fc.constantFrom<unknown>(0, -1, 1, 0.5, 1e21, Number.NaN, Number.POSITIVE_INFINITY, '0.15', '-1', '100001', '0,15'),
  fc.string({ maxLength: 12 }),
  fc.double(),
);
const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', '<<', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    scalars,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
}));

const change = fc.tuple(
  fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
  tree,
  fc.constantFrom('set', 'add', 'drop', 'drop'),
  names,
);

/** The complete file with some values replaced, removed or added: often only one, so that many files stay valid. */
const changed = fc
  .oneof(
    { weight: 3, arbitrary: fc.tuple(change) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 2, maxLength: 3 }) },
  )
  .map((changes) => {
    const file: unknown = parse(WHOLE_FILE);
    for (const [steps, value, kind, name] of changes) alter(file, steps, value, kind, name);
    return file;
  });

function alter(node: unknown, [step = 0, ...rest]: number[], value: unknown, change: string, name: string): void {
  if (typeof node !== 'object' || node === null) return;
  const members = node as Record<string, unknown>;
  const keys = Object.keys(members);
  const key = keys[step % Math.max(1, keys.length)] ?? name;
  const below = members[key];
  if (rest.length > 0 && typeof below === 'object' && below !== null) return alter(below, rest, value, change, name);
  if (change === 'add' && !Array.isArray(node))
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
  else if (change === 'drop' && !Array.isArray(node)) delete members[key];
  else members[key] = value;
}

/** Whether parsing gives a file or problems, never an exception; and whether the file can be served and shown. */
function isReadable(text: string): boolean {
  const outcome = parseServiceFile('f', text, ENVIRONMENT);
  if (!outcome.ok) {
    expect(outcome.problems.length).toBeGreaterThan(0);
    for (const problem of outcome.problems) expect(problem).not.toContain(SECRET);
    return false;
  }
  const sources = { embedded: [], automatic: [], settings: { priceMarkup: '1' } };
  const built = buildCatalog({ ...sources, serviceFile: outcome.file });
  const active = activeCatalogAt(built, Date.UTC(2036, 11, 31));
  for (const model of [...built.models.values(), ...active.models.values()]) {
    const wire: unknown = JSON.parse(JSON.stringify(toWireModel(model, { owner: 'svc' })));
    expect(WireModel.parse(wire)).toEqual(wire);
  }
  return true;
}

describe('any YAML', () => {
  it('of random trees gives a file or problems', () => {
    fc.assert(
      fc.property(tree, (value) => void isReadable(stringify(value))),
      RUNS,
    );
  });

  it('with random models gives a file or problems', () => {
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), (models) => void isReadable(stringify({ models }))),
      RUNS,
    );
  });

  it('close to the complete file gives a file or problems, and every file can be shown', () => {
    let good = 0;
    fc.assert(
      fc.property(changed, (file) => {
        if (isReadable(stringify(file))) good += 1;
      }),
      RUNS,
    );
    // Each is valid with a probability of about 0.25. At 0.22, three or fewer of 100 would occur once in two million
    // runs.
    expect(good).toBeGreaterThan(3);
  });

  it('that is not YAML at all gives problems', () => {
    const cuts = fc.tuple(fc.nat(WHOLE_FILE.length), fc.nat(40), fc.string({ unit: 'binary', maxLength: 20 }));
    fc.assert(
      fc.property(
        cuts,
        ([from, length, between]) =>
          void isReadable(WHOLE_FILE.slice(0, from) + between + WHOLE_FILE.slice(from + length)),
      ),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void isReadable(text)),
      RUNS,
    );
  });
});
