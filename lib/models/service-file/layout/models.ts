import { z } from 'zod';
import { isType } from '../../values';
import { ENTRIES, ModelEntry } from '../entry/model';

const MAX_MODELS = 10_000;

/** The models of the service file. */
export const ModelsLayout = z.array(ModelEntry).max(MAX_MODELS).default([]);

/**
 * The members that a map inside an entry of `models` may have.
 * @param path from the top of the file
 * @param type the value of `type` in that entry
 */
export function modelMembersAt(path: readonly PropertyKey[], type: unknown): readonly string[] {
  let at: unknown = ENTRIES[isType(type) ? type : 'text'].layout;
  for (const step of path.slice(2)) at = stepInto(at, step);
  const map = bare(at);
  return map instanceof z.ZodObject ? Object.keys(map.shape) : [];
}

/** How a member inside an entry of `models` is written; by its path in the entry, else by its name. */
export function modelExampleAt(path: readonly PropertyKey[], type: unknown): string | undefined {
  const { examples } = ENTRIES[isType(type) ? type : 'text'];
  const names = path.slice(2).filter((step) => typeof step === 'string');
  return examples[names.join('.')] ?? examples[names.at(-1) ?? ''];
}

function stepInto(schema: unknown, step: PropertyKey): unknown {
  const whole = bare(schema);
  if (whole instanceof z.ZodArray) return whole.element;
  if (whole instanceof z.ZodRecord) return whole.valueType;
  return whole instanceof z.ZodObject && typeof step === 'string' ? whole.shape[step] : undefined;
}

/** A schema without optional, nullable, and default wrappers. */
function bare(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return bare(schema.unwrap());
  }
  return schema;
}
