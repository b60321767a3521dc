import { invalidField } from '../../core/errors';
import { checkSize } from './schema/check-size';
import { checkWays } from './schema/check-ways';
import type { Form, NamedForms, Refuse } from './schema/form';
import { literal } from './gbnf/literals';
import { readSchema } from './schema/read-schema';
import { nothingSpent, ROOT } from './schema/reading';
import { createRuleSet } from './gbnf/rule-set';
import { writeForm } from './gbnf/write-form';

const ANY_OBJECT: Form = { kind: 'map', value: { kind: 'any' }, min: 0, max: null };

/**
 * GBNF for an answer that is JSON: of a schema, or any object. The JSON is in one line with single spaces: with
 * arbitrary white space small models write nothing else.
 * @param schema null for any object
 * @param instead a text that may replace the JSON
 * @throws ApiError INVALID_REQUEST naming `response_format.json_schema` if the schema cannot be enforced or exceeds the
 *   limits
 */
export function writeAnswerGrammar(schema: Record<string, unknown> | null, instead?: string): string {
  const refuse: Refuse = (why) => {
    throw invalidField(['response_format', 'json_schema'], `The schema ${why}`);
  };
  const named: NamedForms = new Map();
  let form = ANY_OBJECT;
  if (schema) {
    checkSize(schema, refuse);
    form = readSchema({ whole: schema, named, spent: nothingSpent(), refuse }, schema, ROOT);
    checkWays([form], named, refuse);
  }
  const ruleSet = createRuleSet(refuse);
  const root = writeForm(form, named, ruleSet);
  return ruleSet.text(instead === undefined ? root : `${root} | ${literal(instead)}`);
}
