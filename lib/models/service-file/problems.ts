import { isCollection, isMap, isPair, isScalar, type Document, type LineCounter } from 'yaml';
import type { z } from 'zod';
import { exampleAt, membersAt } from './layout';

/** A problem in the file: its path, and what would be right. */
export type Problem = { path: PropertyKey[]; text: string };

/** A parsed YAML text with what is needed to locate values in it. */
export type YamlText = { document: Document; lines: LineCounter };

const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

/** `line 7, models[0].price.input: "0,15" is not a decimal amount; write it like "0.15"`, in the order of the lines. */
export function writeProblems(yaml: YamlText, problems: Problem[]): string[] {
  return problems
    .map((problem) => ({ ...problem, line: lineOf(yaml, problem.path) }))
    .sort((left, right) => left.line - right.line)
    .map(({ line, path, text }) => {
      const location = writePath(path);
      return `line ${line}${location === '' ? '' : `, ${location}`}: ${text}`;
    });
}

/** Turns a schema's issues into texts that show the value as written in the file and how to fix it. */
export function problemsOf(yaml: YamlText, error: z.ZodError): Problem[] {
  return error.issues.flatMap((issue) => problemsOfIssue(yaml, issue));
}

/** The value at a path as written in the file, before any substitution, so that a secret is never shown. */
export function shownAt(yaml: YamlText, path: PropertyKey[]): string {
  const node = nodeAt(yaml, path);
  if (node === undefined) return 'nothing';
  if (!isScalar(node)) return isMap(node) ? 'a map' : 'a list';
  return typeof node.value === 'string' ? JSON.stringify(node.source ?? node.value) : (node.source ?? 'nothing');
}

function problemsOfIssue(yaml: YamlText, issue: z.core.$ZodIssue): Problem[] {
  const { path } = issue;
  const shown = shownAt(yaml, path);
  const advice = adviceFor(yaml, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        text: `is not a known field; allowed here: ${membersAt(path, valueIn(yaml)).join(', ')}`,
      }));
    case 'invalid_key': {
      const reason = issue.issues[0];
      const text = reason?.code === 'invalid_value' ? oneOf(reason.values) : (reason?.message ?? 'is not a valid name');
      return [{ path, text: `${JSON.stringify(String(path.at(-1)))} ${text}` }];
    }
    case 'invalid_type': {
      if (shown === 'nothing') return [{ path, text: `is missing${advice}` }];
      if (issue.expected === 'string' && isScalar(nodeAt(yaml, path))) {
        return [{ path, text: `${shown} must be text; put it in quotes: "${shown}"` }];
      }
      return [{ path, text: `${shown} must be ${TYPE_WORDS[issue.expected] ?? issue.expected}${advice}` }];
    }
    case 'invalid_union':
      // The member that decides the kind of an entry.
      if (shown === 'nothing') return [{ path, text: `is missing${advice}` }];
      return [{ path, text: `${shown} ${'options' in issue ? oneOf(issue.options ?? []) : issue.message}` }];
    case 'invalid_value':
      if (shown === 'nothing') return [{ path, text: `is missing${advice}` }];
      return [{ path, text: `${shown} ${oneOf(issue.values)}` }];
    case 'too_small':
      return [{ path, text: `${shown} is too ${tooLittle(issue)} ${issue.minimum}${advice}` }];
    case 'too_big':
      return [{ path, text: `${shown} is too ${tooMuch(issue)} ${issue.maximum}` }];
    default:
      return [{ path, text: `${shown} ${issue.message}` }];
  }
}

type BoundIssue = { origin: string; inclusive?: boolean };

function tooLittle({ origin, inclusive }: BoundIssue): string {
  return `${isNumber(origin) ? 'small' : 'short'}: ${inclusive === false ? 'more than' : 'at least'}`;
}

function tooMuch({ origin, inclusive }: BoundIssue): string {
  return `${isNumber(origin) ? 'large' : 'long'}: ${inclusive === false ? 'less than' : 'at most'}`;
}

function isNumber(origin: string): boolean {
  return origin === 'number' || origin === 'int';
}

function oneOf(values: readonly unknown[]): string {
  // For an optional discriminator, undefined is one of the values.
  const named = values.filter((value) => value !== undefined);
  return `is not one of: ${named.map(String).join(', ')}`;
}

function adviceFor(yaml: YamlText, path: PropertyKey[]): string {
  const example = exampleAt(path, valueIn(yaml));
  return example === undefined ? '' : `; write it like ${example}`;
}

function writePath(path: PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

/** The line of a value; of its name if it is a collection; of its parent if it is missing. */
function lineOf(yaml: YamlText, path: PropertyKey[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = offsetAt(yaml, path.slice(0, length));
    if (offset !== undefined) return yaml.lines.linePos(offset).line;
  }
  return 1;
}

function offsetAt(yaml: YamlText, path: PropertyKey[]): number | undefined {
  const node = nodeAt(yaml, path);
  if (isScalar(node)) return node.range?.[0];
  const parent = nodeAt(yaml, path.slice(0, -1));
  if (isMap(parent)) {
    const pair = parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === path.at(-1));
    if (pair && isScalar(pair.key)) return pair.key.range?.[0];
  }
  return isCollection(node) ? node.range?.[0] : undefined;
}

/** Looks up scalars by their paths. */
function valueIn(yaml: YamlText): (path: readonly PropertyKey[]) => unknown {
  return (path) => yaml.document.getIn([...path]);
}

function nodeAt(yaml: YamlText, path: PropertyKey[]): unknown {
  const node = path.length === 0 ? yaml.document.contents : yaml.document.getIn(path, true);
  return node ?? undefined;
}
