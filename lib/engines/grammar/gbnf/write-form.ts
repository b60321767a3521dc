/** Writes forms as GBNF, the language of the engine's grammars. */
import type { Form, Member, NamedForms, StringFormat } from '../schema/form';
import { literal, oneOf } from './literals';
import { repeat } from './repeat';
import type { RuleSet } from './rule-set';

/** The context of writing a schema's forms. `rules` has those of its definitions, and that of any value. */
type Writing = { ruleSet: RuleSet; named: NamedForms; rules: Map<string, string> };

/** Between members and items, and between a name and its value: the only spacing, which models are used to. */
const COMMA = literal(', ');
const COLON = literal(': ');

/** Every number is finite. */
const DIGITS = '[0-9]{0,14}';
const FRACTION = '("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,2})?';

const HOURS = '([01] [0-9] | "2" [0-3])';
const DATE = '[0-9]{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | [12] [0-9] | "3" [01])';
const TIME = `${HOURS} ":" [0-5] [0-9] ":" [0-5] [0-9] ("." [0-9]{3})? ("Z" | [+-] ${HOURS} ":" [0-5] [0-9])`;
const FORMATS: Record<StringFormat, string> = {
  date: DATE,
  time: TIME,
  'date-time': `${DATE} "T" ${TIME}`,
  uuid: '[0-9a-f]{8} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{4} "-" [0-9a-f]{12}',
};

const QUOTE = literal('"');
/** A character of a JSON string, or its escape. */
const CHARACTER = '[^"\\\\\\x00-\\x1f\\x7f] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F]{4})';

/** The name of the rule for any value; the names of definitions begin with "#". */
const ANYTHING = 'any';

/**
 * Writes a form and everything that it consists of.
 * @param named the forms that names stand for
 * @returns the name of its rule
 */
export function writeForm(form: Form, named: NamedForms, ruleSet: RuleSet): string {
  return write({ ruleSet, named, rules: new Map() }, form);
}

function write(writing: Writing, form: Form): string {
  const { ruleSet } = writing;
  switch (form.kind) {
    case 'any':
      return writeNamed(writing, ANYTHING, () => anyValue(writing));
    case 'literals':
      return ruleSet.add(oneOf(form.texts));
    case 'string':
      return string(ruleSet, form.min, form.max);
    case 'format':
      return ruleSet.add(`${QUOTE} ${FORMATS[form.format]} ${QUOTE}`);
    case 'number':
      return number(ruleSet, form);
    case 'object':
      return ruleSet.add(`"{" ${writeMembers(writing, form.members)} "}"`);
    case 'map':
      return ruleSet.add(series(ruleSet, '{', pair(ruleSet, write(writing, form.value)), form, '}'));
    case 'array':
      return ruleSet.add(array(writing, form));
    case 'either':
      return ruleSet.add(form.forms.map((inner) => write(writing, inner)).join(' | '));
    case 'named':
      return writeNamed(writing, form.name, () => write(writing, writing.named.get(form.name) ?? { kind: 'any' }));
  }
}

/** The name is registered before the body is written, so that recursion ends. */
function writeNamed({ ruleSet, rules }: Writing, name: string, body: () => string): string {
  const known = rules.get(name);
  if (known) return known;
  const rule = ruleSet.reserve();
  rules.set(name, rule);
  ruleSet.define(rule, body());
  return rule;
}

function anyValue(writing: Writing): string {
  const { ruleSet } = writing;
  const value = write(writing, { kind: 'any' });
  const endless = { min: 0, max: null };
  return [
    ruleSet.add(series(ruleSet, '{', pair(ruleSet, value), endless, '}')),
    ruleSet.add(series(ruleSet, '[', value, endless, ']')),
    string(ruleSet, 0, null),
    number(ruleSet, { whole: false, signed: true, zero: true }),
    '"true" | "false" | "null"',
  ].join(' | ');
}

function string(ruleSet: RuleSet, min: number, max: number | null): string {
  return ruleSet.add(`${QUOTE} ${repeat(ruleSet.add(CHARACTER), min, max, ruleSet.add)} ${QUOTE}`);
}

function number(ruleSet: RuleSet, { whole, signed, zero }: { whole: boolean; signed: boolean; zero: boolean }): string {
  const digits = zero ? `("0" | [1-9] ${DIGITS})` : `[1-9] ${DIGITS}`;
  return ruleSet.add(`${signed ? '"-"? ' : ''}${digits}${whole ? '' : ` ${FRACTION}`}`);
}

/** A member with any name. */
function pair(ruleSet: RuleSet, value: string): string {
  return ruleSet.add(`${string(ruleSet, 0, null)} ${COLON} ${value}`);
}

type Count = { min: number; max: number | null };

function series(ruleSet: RuleSet, open: string, item: string, { min, max }: Count, close: string): string {
  if (max === 0) return literal(open + close);
  const more = repeat(
    ruleSet.add(`${COMMA} ${item}`),
    Math.max(0, min - 1),
    max === null ? null : max - 1,
    ruleSet.add,
  );
  const all = `${item} ${more}`;
  return `${literal(open)} ${min === 0 ? `( ${all} )?` : all} ${literal(close)}`;
}

function array(writing: Writing, { first, rest, min, max }: Extract<Form, { kind: 'array' }>): string {
  const { ruleSet } = writing;
  if (first.length === 0) return rest ? series(ruleSet, '[', write(writing, rest), { min, max }, ']') : '"[]"';
  const begin = first.map((form) => write(writing, form)).join(` ${COMMA} `);
  const more = rest ? repeat(ruleSet.add(`${COMMA} ${write(writing, rest)}`), min, max, ruleSet.add) : '';
  return `"[" ${begin} ${more} "]"`;
}

/**
 * Members in order, with commas between those that are present. `after` is the rest of an object that already has a
 * member, `begin` that of one without.
 */
function writeMembers(writing: Writing, members: readonly Member[]): string {
  const { ruleSet } = writing;
  let after = '';
  let begin = '';
  for (const { name, form, required } of members.toReversed()) {
    const member = ruleSet.add(`${literal(`${JSON.stringify(name)}: `)} ${write(writing, form)}`);
    const alone = `${member} ${after}`.trim();
    // If no later member is required either, the whole rest is optional.
    const optional = begin === '' ? `( ${alone} )?` : `( ${alone} | ${begin} )`;
    begin = ruleSet.add(required ? alone : optional);
    const next = ruleSet.add(`${COMMA} ${member}`);
    after = ruleSet.add(`${next}${required ? '' : '?'} ${after}`.trim());
  }
  return begin;
}
