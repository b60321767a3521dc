import { MAX_GRAMMAR_CHARACTERS, MAX_REPETITIONS } from '../schema/bounds';
import type { Refuse } from '../schema/form';

/** The rules of a grammar while it is being written. */
export type RuleSet = {
  /** Adds a rule and returns its name; equal bodies share a name. */
  add(body: string): string;
  /** A name for a rule that is defined later, which allows a rule to contain itself. */
  reserve(): string;
  define(name: string, body: string): void;
  /** GBNF with this body as its root. */
  text(root: string): string;
};

/** @param refuse called if the grammar exceeds its limits */
export function createRuleSet(refuse: Refuse): RuleSet {
  const rules: string[] = [];
  const names = new Map<string, string>();
  let characters = 0;
  let repetitions = 0;
  let reserved = 0;
  const define = (name: string, body: string): void => {
    characters += name.length + body.length;
    repetitions += countRepetitions(body);
    if (characters > MAX_GRAMMAR_CHARACTERS) {
      refuse(`makes a grammar of more than ${MAX_GRAMMAR_CHARACTERS} characters: it must be smaller`);
    }
    if (repetitions > MAX_REPETITIONS) {
      refuse(`must have limits of lengths and counts that add up to at most ${MAX_REPETITIONS}`);
    }
    rules.push(`${name} ::= ${body}`);
  };
  const reserve = (): string => {
    reserved += 1;
    return `r${reserved}`;
  };
  return {
    define,
    reserve,
    add(body) {
      const known = names.get(body);
      if (known) return known;
      const name = reserve();
      names.set(body, name);
      define(name, body);
      return name;
    },
    text: (root) => [`root ::= ${root}`, ...rules].join('\n'),
  };
}

/** How many repetitions of a rule the compiler writes out. */
function countRepetitions(body: string): number {
  let sum = 0;
  for (const [, min = '0', max = '0'] of body.matchAll(/\w\{(\d+)(?:,(\d+))?\}/g))
    sum += Math.max(Number(min), Number(max));
  return sum;
}
