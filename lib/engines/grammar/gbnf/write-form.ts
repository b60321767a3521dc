/** Writes forms as GBNF, the language of the engine's grammars. */
import type { Form, Member, NamedForms, StringFormat } from '../schema/form';
import { literal, oneOf } from './literals';
import { repeat } from './repeat';
import type { RuleBook } from './rule-book';

/** What the forms of one schema are written with. `rules` has those of its definitions, and that of any value. */
type Writing = { book: RuleBook; named: NamedForms; rules: Map<string, string> };

/** Between members and items, and between a name and its value: as models are used to it, and nothing else. */
const COMMA = literal(', ');
const COLON = literal(': ');

/** Every number ends. */
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

/** Under this name the rule of any value is kept; a definition's name begins with "#". */
const ANYTHING = 'any';

/**
 * Writes a form and all that it consists of.
 * @param named what names in the form stand for
 * @returns the name of its rule
 */
export function writeForm(form: Form, named: NamedForms, book: RuleBook): string {
  return write({ book, named, rules: new Map() }, form);
}

function write(writing: Writing, form: Form): string {
  const { book } = writing;
  switch (form.kind) {
    case 'any':
      return writeNamed(writing, ANYTHING, () => anyValue(writing));
    case 'literals':
      return book.add(oneOf(form.texts));
    case 'string':
      return string(book, form.min, form.max);
    case 'format':
      return book.add(`${QUOTE} ${FORMATS[form.format]} ${QUOTE}`);
    case 'number':
      return number(book, form);
    case 'object':
      return book.add(`"{" ${writeMembers(writing, form.members)} "}"`);
    case 'map':
      return book.add(series(book, '{', pair(book, write(writing, form.value)), form, '}'));
    case 'array':
      return book.add(array(writing, form));
    case 'either':
      return book.add(form.forms.map((inner) => write(writing, inner)).join(' | '));
    case 'named':
      return writeNamed(writing, form.name, () => write(writing, writing.named.get(form.name) ?? { kind: 'any' }));
  }
}

/** The name stands before the body is written: what contains itself ends there. */
function writeNamed({ book, rules }: Writing, name: string, body: () => string): string {
  const known = rules.get(name);
  if (known) return known;
  const rule = book.reserve();
  rules.set(name, rule);
  book.define(rule, body());
  return rule;
}

function anyValue(writing: Writing): string {
  const { book } = writing;
  const value = write(writing, { kind: 'any' });
  const endless = { min: 0, max: null };
  return [
    book.add(series(book, '{', pair(book, value), endless, '}')),
    book.add(series(book, '[', value, endless, ']')),
    string(book, 0, null),
    number(book, { whole: false, signed: true, zero: true }),
    '"true" | "false" | "null"',
  ].join(' | ');
}

function string(book: RuleBook, min: number, max: number | null): string {
  return book.add(`${QUOTE} ${repeat(book.add(CHARACTER), min, max, book.add)} ${QUOTE}`);
}

function number(book: RuleBook, { whole, signed, zero }: { whole: boolean; signed: boolean; zero: boolean }): string {
  const digits = zero ? `("0" | [1-9] ${DIGITS})` : `[1-9] ${DIGITS}`;
  return book.add(`${signed ? '"-"? ' : ''}${digits}${whole ? '' : ` ${FRACTION}`}`);
}

/** A member of any name. */
function pair(book: RuleBook, value: string): string {
  return book.add(`${string(book, 0, null)} ${COLON} ${value}`);
}

type Count = { min: number; max: number | null };

function series(book: RuleBook, open: string, item: string, { min, max }: Count, close: string): string {
  if (max === 0) return literal(open + close);
  const more = repeat(book.add(`${COMMA} ${item}`), Math.max(0, min - 1), max === null ? null : max - 1, book.add);
  const all = `${item} ${more}`;
  return `${literal(open)} ${min === 0 ? `( ${all} )?` : all} ${literal(close)}`;
}

function array(writing: Writing, { first, rest, min, max }: Extract<Form, { kind: 'array' }>): string {
  const { book } = writing;
  if (first.length === 0) return rest ? series(book, '[', write(writing, rest), { min, max }, ']') : '"[]"';
  const begin = first.map((form) => write(writing, form)).join(` ${COMMA} `);
  const more = rest ? repeat(book.add(`${COMMA} ${write(writing, rest)}`), min, max, book.add) : '';
  return `"[" ${begin} ${more} "]"`;
}

/**
 * Members in their order, with commas between those that stand. `after` is the rest of an object in which something
 * stands already, `begin` of one in which nothing does.
 */
function writeMembers(writing: Writing, members: readonly Member[]): string {
  const { book } = writing;
  let after = '';
  let begin = '';
  for (const { name, form, required } of members.toReversed()) {
    const member = book.add(`${literal(`${JSON.stringify(name)}: `)} ${write(writing, form)}`);
    const alone = `${member} ${after}`.trim();
    // Where nothing stands behind it either, the whole rest is optional.
    const optional = begin === '' ? `( ${alone} )?` : `( ${alone} | ${begin} )`;
    begin = book.add(required ? alone : optional);
    const next = book.add(`${COMMA} ${member}`);
    after = book.add(`${next}${required ? '' : '?'} ${after}`.trim());
  }
  return begin;
}
