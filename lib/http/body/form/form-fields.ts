import { type z, ZodObject, ZodPipe } from 'zod';

/** The names of the members that an endpoint's schema knows; those of a schema that is no object are none. */
export function formFields(schema: z.ZodType): ReadonlySet<string> {
  // What a schema with a preprocessing step checks is its second half.
  const checked: unknown = schema instanceof ZodPipe ? schema.def.out : schema;
  return new Set(checked instanceof ZodObject ? Object.keys(checked.shape) : []);
}
