/**
 * Limits how many ways to parse an answer may be open in parallel. The engine's grammar keeps every way that still
 * matches, so alternatives that begin alike multiply the work, and grow exponentially with the depth if they contain
 * themselves.
 */
import { MAX_WAYS } from './bounds';
import type { Form, NamedForms, Refuse } from './form';
import { PLAIN_REPETITIONS } from '../gbnf/repeat';

/** Its length is counted in blocks: full ones, the one it ends in, and the last possible one. */
const WAYS_OF_A_LONG_STRING = 3;

/** Of optional members only one is left once a name is read: this many of them cost as much as one way. */
const OPTIONAL_PER_WAY = 4;

/** @throws ApiError INVALID_REQUEST, through `refuse` */
export function checkWays(roots: readonly Form[], named: NamedForms, refuse: Refuse): void {
  const endless = findEndless(named);
  const known = new Map<string, number>();
  const maxWays = (forms: readonly Form[]): number => Math.max(1, ...forms.map(ways));
  const waysOfChoice = (forms: readonly Form[]): number => {
    // Refused for their number: they need not be compared.
    if (forms.length > MAX_WAYS) return forms.length;
    const alike = findAlike(forms, named);
    if (alike.some((form) => isEndless(form, named, endless))) {
      refuse('has alternatives that begin alike and refer to themselves: give each a first member of its own');
    }
    return Math.max(
      forms.length,
      maxWays(forms),
      alike.reduce((sum, form) => sum + ways(form), 0),
    );
  };
  const waysOfName = (name: string): number => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // While it is being counted, a recursive form counts as one way inside itself, because its alternatives differ
    // there.
    known.set(name, 1);
    const count = ways(named.get(name) ?? { kind: 'any' });
    known.set(name, count);
    return count;
  };
  function ways(form: Form): number {
    switch (form.kind) {
      case 'either':
        return waysOfChoice(form.forms);
      case 'object':
        return Math.max(
          Math.ceil(longestOptional(form) / OPTIONAL_PER_WAY),
          maxWays(form.members.map((member) => member.form)),
        );
      case 'map':
        return ways(form.value);
      case 'array':
        return maxWays(form.rest ? [...form.first, form.rest] : form.first);
      case 'string':
        return Math.max(form.min, form.max ?? 0) > PLAIN_REPETITIONS ? WAYS_OF_A_LONG_STRING : 1;
      case 'named':
        return waysOfName(form.name);
      default:
        return 1;
    }
  }
  if (maxWays(roots) > MAX_WAYS) {
    const optional = MAX_WAYS * OPTIONAL_PER_WAY;
    refuse(`may have at most ${MAX_WAYS} alternatives that begin alike, or ${optional} optional members in a row`);
  }
}

/** How many members may come next if some are optional. */
function longestOptional({ members }: Extract<Form, { kind: 'object' }>): number {
  let longest = 0;
  let run = 0;
  for (const { required } of members) {
    run = required ? 0 : run + 1;
    longest = Math.max(longest, run + 1);
  }
  return longest;
}

/**
 * The alternatives that cannot be distinguished from another one by the first character or, for objects, by the first
 * member.
 */
function findAlike(forms: readonly Form[], named: NamedForms): Form[] {
  const begins = forms.map((form) => beginOf(form, named));
  return forms.filter((_, index) => begins.some((other, at) => at !== index && !differ(begins[index] ?? other, other)));
}

/** How a value begins: its possible first characters, and for an object the first member. */
type Begin = { characters: Set<string>; member?: { name: string; texts: string[] | null } };

function differ(one: Begin, other: Begin): boolean {
  if (![...one.characters].some((character) => other.characters.has(character))) return true;
  if (!one.member || !other.member) return false;
  if (one.member.name !== other.member.name) return true;
  const [texts, others] = [one.member.texts, other.member.texts];
  return texts !== null && others !== null && !texts.some((text) => others.includes(text));
}

function beginOf(given: Form, named: NamedForms): Begin {
  const form = resolve(given, named);
  switch (form.kind) {
    case 'literals':
      return { characters: new Set(form.texts.map((text) => text.charAt(0))) };
    case 'string':
    case 'format':
      return { characters: new Set('"') };
    case 'number':
      return { characters: new Set('-0123456789') };
    case 'array':
      return { characters: new Set('[') };
    case 'map':
      return { characters: new Set('{') };
    case 'object':
      return { characters: new Set('{'), ...firstMember(form, named) };
    case 'either':
      return { characters: new Set(form.forms.flatMap((inner) => [...beginOf(inner, named).characters])) };
    default:
      return { characters: new Set('"-0123456789[{tfn') };
  }
}

function firstMember(
  { members: [first] }: Extract<Form, { kind: 'object' }>,
  named: NamedForms,
): Pick<Begin, 'member'> {
  if (!first?.required) return {};
  const value = resolve(first.form, named);
  return { member: { name: first.name, texts: value.kind === 'literals' ? value.texts : null } };
}

/** The form that a name stands for. */
function resolve(form: Form, named: NamedForms): Form {
  const seen = new Set<string>();
  let current = form;
  while (current.kind === 'named' && !seen.has(current.name)) {
    seen.add(current.name);
    current = named.get(current.name) ?? { kind: 'any' };
  }
  return current;
}

/** The definitions that lead to a recursive definition. */
function findEndless(named: NamedForms): Set<string> {
  const endless = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const visit = (name: string): boolean => {
    const before = state.get(name);
    if (before === 'open') return true;
    if (before === 'done') return endless.has(name);
    state.set(name, 'open');
    const form = named.get(name);
    const inner = form ? namesIn(form).map(visit) : [];
    if (inner.some(Boolean)) endless.add(name);
    state.set(name, 'done');
    return endless.has(name);
  };
  for (const name of named.keys()) visit(name);
  return endless;
}

function isEndless(form: Form, named: NamedForms, endless: Set<string>): boolean {
  return namesIn(form).some((name) => endless.has(name));
}

/** The names that occur in a form. */
function namesIn(form: Form): string[] {
  switch (form.kind) {
    case 'named':
      return [form.name];
    case 'either':
      return form.forms.flatMap(namesIn);
    case 'object':
      return form.members.flatMap((member) => namesIn(member.form));
    case 'map':
      return namesIn(form.value);
    case 'array':
      return [...form.first, ...(form.rest ? [form.rest] : [])].flatMap(namesIn);
    default:
      return [];
  }
}
