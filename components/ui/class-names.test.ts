import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extendTailwindMerge } from 'tailwind-merge';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Knows which utilities set the same property; the pages do not ship it. */
const merge = extendTailwindMerge({
  extend: {
    theme: {
      radius: ['control', 'panel'],
      shadow: ['float'],
      spacing: ['rail', 'rail-folded', 'topbar', 'bottombar', 'row', 'control', 'touch'],
      container: ['console', 'chat', 'prose', 'form', 'dialog', 'drawer', 'measure'],
    },
  },
});

/** The classes that one element may have, with the source location. Alternatives share a list. */
type Joined = { location: string; parts: string[][] };
/** The classes of components that accept a `className`, by the component's name. */
type Own = Map<string, string[]>;

const sources = ['components', 'app'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => parse(join(folder, name))),
);

test('no element has two classes that set the same property', () => {
  const joined = sources.flatMap(joinedIn);
  expect(joined.length).toBeGreaterThan(50);
  expect(joined.flatMap(conflictsOf)).toEqual([]);
});

test('classes of a caller override only those under base:', () => {
  const own: Own = new Map(sources.flatMap(ownClasses));
  expect(own.size).toBeGreaterThan(20);
  const uses = sources.flatMap((source) => usesIn(source, own));
  expect(uses.length).toBeGreaterThan(100);
  expect(uses.flatMap(conflictsOf)).toEqual([]);
});

test('detects two classes that set the same property', () => {
  expect(conflictsOf({ location: 'here', parts: [['flex h-4'], ['h-7']] })).toEqual(['here: h-4 and “h-7”']);
  expect(conflictsOf({ location: 'here', parts: [['flex base:h-4', 'h-6'], ['w-7']] })).toEqual([]);
});

function parse(name: string): ts.SourceFile {
  return ts.createSourceFile(name, readFileSync(name, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
}

function conflictsOf({ location, parts }: Joined): string[] {
  return parts.flatMap((part, at) =>
    part.flatMap((earlier) =>
      parts
        .slice(at + 1)
        .flat()
        .flatMap((later) => overridden(earlier, later).map((name) => `${location}: ${name} and “${later}”`)),
    ),
  );
}

/** The classes in `earlier` that set the same property as `later`. */
function overridden(earlier: string, later: string): string[] {
  const kept = new Set(merge(`${earlier} ${later}`).split(' '));
  const again = new Set(later.split(/\s+/));
  return earlier.split(/\s+/).filter((name) => name !== '' && !kept.has(name) && !again.has(name));
}

/** All calls of `classNames` and `cva` in a file. */
function joinedIn(source: ts.SourceFile): Joined[] {
  return nodesOf(source, ts.isCallExpression).flatMap((call) => {
    const name = call.expression.getText();
    if (name === 'classNames') return [{ location: locationOf(call), parts: call.arguments.map(textsIn) }];
    if (name !== 'cva') return [];
    const [first, rest] = call.arguments;
    const groups = rest ? nodesOf(rest, ts.isPropertyAssignment).filter(isVariantGroup) : [];
    return [{ location: locationOf(call), parts: [first ? textsIn(first) : [], ...groups.map(textsIn)] }];
  });
}

const isVariantGroup = (property: ts.PropertyAssignment) =>
  ts.isPropertyAssignment(property.parent.parent) && property.parent.parent.name.getText() === 'variants';

/** The classes that a file's components join with the `className` prop, module constants included. */
function ownClasses(source: ts.SourceFile): [string, string[]][] {
  const constants = new Map(
    nodesOf(source, ts.isVariableDeclaration).map((made) => [made.name.getText(), textsIn(made)]),
  );
  return nodesOf(source, ts.isFunctionDeclaration).flatMap((made): [string, string[]][] => {
    const calls = nodesOf(made, ts.isCallExpression).filter(
      ({ expression, arguments: given }) =>
        expression.getText() === 'classNames' && given.some((each) => each.getText() === 'className'),
    );
    if (calls.length === 0 || !made.name) return [];
    const named = calls.flatMap((call) => nodesOf(call, ts.isIdentifier)).map((name) => name.text);
    return [[made.name.text, [...calls.flatMap(textsIn), ...named.flatMap((name) => constants.get(name) ?? [])]]];
  });
}

/** Where a file passes a `className` to such a component. */
function usesIn(source: ts.SourceFile, own: Own): Joined[] {
  return nodesOf(source, ts.isJsxAttribute).flatMap((attribute) => {
    const classes = own.get(attribute.parent.parent.tagName.getText());
    if (attribute.name.getText() !== 'className' || !classes || !attribute.initializer) return [];
    return [{ location: locationOf(attribute), parts: [classes, textsIn(attribute.initializer)] }];
  });
}

function textsIn(node: ts.Node): string[] {
  return [...nodesOf(node, ts.isStringLiteralLike), ...nodesOf(node, ts.isTemplateLiteralToken)]
    .filter(
      ({ parent }) =>
        !ts.isBinaryExpression(parent) || parent.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken,
    )
    .map(({ text }) => text);
}

function nodesOf<T extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is T): T[] {
  const found: T[] = is(node) ? [node] : [];
  node.forEachChild((child) => void found.push(...nodesOf(child, is)));
  return found;
}

function locationOf(node: ts.Node): string {
  const source = node.getSourceFile();
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
