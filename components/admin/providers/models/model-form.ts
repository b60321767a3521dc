import { z } from 'zod';
import { MAX_CONTEXT_TOKENS, MAX_MODEL_ID_CHARACTERS, MAX_NAME_CHARACTERS } from '@/lib/connected/constants';
import type { ChangeModel, ConnectedModelView } from '@/lib/connected/contract';
import type { ErrorIssue } from '@/lib/core/errors';
import { priceProblem, wirePrice } from './picker-choice';

/** The text fields of a model, as typed. */
export type ModelValues = {
  id: string;
  name: string;
  input: string;
  output: string;
  cacheInput: string;
  cacheWrite: string;
  contextTokens: string;
  maxCompletionTokens: string;
  aliases: string;
};

/** What is chosen instead of typed. */
export type ModelChoices = Pick<ConnectedModelView, 'class' | 'privacy' | 'abilities' | 'isDefault' | 'upstreams'>;

/** The fields of a model as it is. */
export function valuesOf(model: ConnectedModelView): ModelValues {
  const { id, name, price, contextTokens, maxCompletionTokens, aliases } = model;
  return {
    ...{ id, name, input: price.input, output: price.output },
    ...{ cacheInput: price.cacheInput ?? '', cacheWrite: price.cacheWrite ?? '' },
    ...{ contextTokens: String(contextTokens), maxCompletionTokens: String(maxCompletionTokens) },
    aliases: aliases.join(', '),
  };
}

const amount = z.string().superRefine((text, context) => {
  const message = priceProblem(text);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
const optionalAmount = z.string().superRefine((text, context) => {
  const message = text.trim() === '' ? null : priceProblem(text);
  if (message !== null) context.addIssue({ code: 'custom', message: `${message}, or empty` });
});
const tokens = z.string().refine((text) => readTokens(text) !== null, 'Must be a whole number of tokens');

const atMost = (characters: number) => `Must have at most ${characters} characters`;

/** What is checked before anything is sent; the server checks the rest, such as names that are taken. */
export const ModelFields = z.object({
  id: z.string().trim().min(1, 'Enter an ID').max(MAX_MODEL_ID_CHARACTERS, atMost(MAX_MODEL_ID_CHARACTERS)),
  name: z.string().trim().min(1, 'Enter a name').max(MAX_NAME_CHARACTERS, atMost(MAX_NAME_CHARACTERS)),
  input: amount,
  output: amount,
  cacheInput: optionalAmount,
  cacheWrite: optionalAmount,
  contextTokens: tokens,
  maxCompletionTokens: tokens,
  aliases: z.string(),
});

/** What is sent. */
export function toChange(values: ModelValues, choices: ModelChoices): ChangeModel {
  const cacheInput = wirePrice(values.cacheInput);
  const cacheWrite = wirePrice(values.cacheWrite);
  return {
    id: values.id.trim(),
    name: values.name.trim(),
    price: {
      ...{ input: wirePrice(values.input), output: wirePrice(values.output) },
      ...(cacheInput !== '' && { cacheInput }),
      ...(cacheWrite !== '' && { cacheWrite }),
    },
    contextTokens: readTokens(values.contextTokens) ?? 0,
    maxCompletionTokens: readTokens(values.maxCompletionTokens) ?? 0,
    aliases: values.aliases.split(/[,\s]+/).filter((alias) => alias !== ''),
    ...choices,
  };
}

/** A typed number of tokens; commas only separate thousands. Null if it is none. */
function readTokens(typed: string): number | null {
  const text = typed.trim();
  if (!/^([1-9]\d*|[1-9]\d{0,2}(,\d{3})+)$/.test(text)) return null;
  const tokens = Number(text.replaceAll(',', ''));
  return tokens <= MAX_CONTEXT_TOKENS ? tokens : null;
}

/** The members that differ from the model as it was shown: those that another owner changes meanwhile stay. */
export function changedMembers(change: ChangeModel, shown: ConnectedModelView): ChangeModel {
  const { key: _key, problem: _problem, ...before } = shown;
  const entries = Object.entries(change).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Object.getOwnPropertyDescriptor(before, name)?.value),
  );
  return Object.fromEntries(entries);
}

/** The server's issues at the fields of the form: those of a price at its amount. */
export function toModelIssues(issues: readonly ErrorIssue[]): ErrorIssue[] {
  return issues.map((issue) => {
    const [first, second] = issue.path;
    return first === 'price' ? { ...issue, path: [typeof second === 'string' ? second : 'input'] } : issue;
  });
}
