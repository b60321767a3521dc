import { invalidField } from '../../core/errors';
import { CALL_BEGIN, CALL_END } from '../prompt/call-layout';
import type { Tool } from '../../core/chat';
import { checkSize } from './schema/check-size';
import { checkWays } from './schema/check-ways';
import { eitherOf, type Form, type NamedForms, type Refuse } from './schema/form';
import { literal, oneOf } from './gbnf/literals';
import { readSchema } from './schema/read-schema';
import { nothingSpent, ROOT, type Spent } from './schema/reading';
import { createRuleSet } from './gbnf/rule-set';
import { writeForm } from './gbnf/write-form';

/** Maximum functions of a request. */
const MAX_TOOLS = 128;

/** Maximum calls of one answer. */
const MAX_CALLS = 8;

const NO_ARGUMENTS: Form = { kind: 'object', members: [] };

/**
 * GBNF for tool calls in the layout of `call-layout.ts`, starting after the beginning of the first one.
 * @param only the function that must be called; absent: any of them
 * @param several whether more calls may follow the first one
 * @throws ApiError INVALID_REQUEST naming `tools` or `tools.N.function.parameters` if a schema cannot be enforced or
 *   exceeds the limits
 */
export function writeCallsGrammar(tools: readonly Tool[], only: string | undefined, several: boolean): string {
  if (tools.length > MAX_TOOLS) throw invalidField(['tools'], `This model takes at most ${MAX_TOOLS} functions`);
  const ruleSet = createRuleSet((why) => {
    throw invalidField(['tools'], `The schema of all functions together ${why}`);
  });
  const spent = nothingSpent();
  const names: string[] = [];
  const parameters: string[] = [];
  tools.forEach((tool, index) => {
    // Checked even if another one must be called: all of them are in the prompt.
    const { form, named } = readParameters(tool, index, spent);
    if (only !== undefined && tool.name !== only) return;
    names.push(`${tool.name}", "arguments": `);
    parameters.push(writeForm(form, named, ruleSet));
  });
  const call = `${literal('{"name": "')} ${ruleSet.add(oneOf(names, parameters))} "}"`;
  if (!several) return ruleSet.text(call);
  const one = ruleSet.add(call);
  const next = ruleSet.add(`${literal(`${CALL_END}\n${CALL_BEGIN}`)} ${one}`);
  return ruleSet.text(`${one} ${next}{0,${MAX_CALLS - 1}} ${literal(CALL_END)}?`);
}

function readParameters(tool: Tool, index: number, spent: Spent): { form: Form; named: NamedForms } {
  const refuse: Refuse = (why) => {
    throw invalidField(['tools', index, 'function', 'parameters'], `The schema of "${tool.name}" ${why}`);
  };
  const named: NamedForms = new Map();
  const { parameters } = tool;
  if (!parameters || Object.keys(parameters).length === 0) return { form: NO_ARGUMENTS, named };
  checkSize(parameters, refuse);
  const read = readSchema({ whole: parameters, named, spent, refuse }, parameters, ROOT);
  const form = objectsOf(read, named);
  if (!form) return refuse('must be of type "object"');
  checkWays([form], named, refuse);
  return { form, named };
}

/** The objects among a form; null if there are none. */
function objectsOf(form: Form, named: NamedForms): Form | null {
  switch (form.kind) {
    case 'any':
      return { kind: 'map', value: form, min: 0, max: null };
    case 'object':
    case 'map':
      return form;
    case 'named': {
      const target = named.get(form.name);
      const objects = target ? objectsOf(target, named) : null;
      return objects === target ? form : objects;
    }
    case 'either': {
      const objects = form.forms.flatMap((inner) => objectsOf(inner, named) ?? []);
      return objects.length === 0 ? null : eitherOf(objects);
    }
    default:
      return null;
  }
}
