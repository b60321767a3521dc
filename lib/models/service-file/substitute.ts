import { isPair, isScalar, isSeq, visit, type Document, type Node, type Pair } from 'yaml';
import type { Problem } from './problems';

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;

/** `${NAME}`; a second dollar sign before it escapes it. */
const REFERENCE = /\$?\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Replaces each `${NAME}` in the strings of a document (values, not keys) by the value of the environment variable;
 * `$${NAME}` stays as the text `${NAME}`. Changes the document; the source texts of its nodes stay, so that no problem
 * reveals a secret.
 * @returns one problem per variable that is not set or empty
 */
export function substitute(document: Document, environment: Environment): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Scalar(key, node, path) {
      if (key === 'key' || typeof node.value !== 'string') return;
      node.value = node.value.replace(REFERENCE, (reference, name: string) => {
        if (reference.startsWith('$$')) return reference.slice(1);
        const value = environment[name];
        if (value) return value;
        problems.push({
          path: pathOf(key, path),
          text: `the environment variable ${name} is not set; set it before the start, or write the value here`,
        });
        return '';
      });
    },
  });
  return problems;
}

/** The path of a visited value: the names of the pairs and the indexes of the items above it. */
function pathOf(key: number | 'key' | 'value' | null, above: readonly (Document | Node | Pair)[]): PropertyKey[] {
  return above.flatMap<PropertyKey>((node, index) => {
    if (isPair(node)) return isScalar(node.key) ? [String(node.key.value)] : [];
    if (!isSeq(node)) return [];
    const next = above[index + 1];
    const position = next === undefined ? key : node.items.indexOf(next);
    return typeof position === 'number' ? [position] : [];
  });
}
