import { z } from 'zod';
import type { ChangeModel, ConnectedModelView } from '@/lib/connected/contract';
import type { ErrorIssue } from '@/lib/core/errors';
import { wirePrice } from './picker-choice';

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

const amount = z
  .string()
  .transform(wirePrice)
  .pipe(z.string().regex(/^\d{1,6}(\.\d{1,9})?$/, 'Must be an amount of USD such as 0.15'));
const tokens = z
  .string()
  .transform((text) => text.trim().replaceAll(',', ''))
  .pipe(z.string().regex(/^[1-9]\d{0,8}$/, 'Must be a whole number of tokens'));

/** What is checked before anything is sent; the server checks the rest, such as names that are taken. */
export const ModelFields = z.object({
  id: z.string().trim().min(1, 'Enter an ID').max(128, 'Must have at most 128 characters'),
  name: z.string().trim().min(1, 'Enter a name').max(200, 'Must have at most 200 characters'),
  input: amount,
  output: amount,
  cacheInput: z.union([z.literal(''), amount], 'Must be an amount of USD such as 0.15, or empty'),
  cacheWrite: z.union([z.literal(''), amount], 'Must be an amount of USD such as 0.15, or empty'),
  contextTokens: tokens,
  maxCompletionTokens: tokens,
  aliases: z.string(),
});

/** What is sent. */
export function toChange(values: ModelValues, choices: ModelChoices): ChangeModel {
  const cacheInput = wirePrice(values.cacheInput);
  const cacheWrite = wirePrice(values.cacheWrite);
  const count = (text: string) => Number(text.trim().replaceAll(',', ''));
  return {
    id: values.id.trim(),
    name: values.name.trim(),
    price: {
      ...{ input: wirePrice(values.input), output: wirePrice(values.output) },
      ...(cacheInput !== '' && { cacheInput }),
      ...(cacheWrite !== '' && { cacheWrite }),
    },
    contextTokens: count(values.contextTokens),
    maxCompletionTokens: count(values.maxCompletionTokens),
    aliases: values.aliases.split(/[,\s]+/).filter((alias) => alias !== ''),
    ...choices,
  };
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
