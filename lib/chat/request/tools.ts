import { z } from 'zod';
import { bounded } from './bounded';
import { listOf } from './list-of';

/** Tools, tool choice and response format (docs/api-rules.md, "Tools" and "Structured output"). */

const MAX_TOOLS = 1_000;
const MAX_DESCRIPTION_CHARACTERS = 100_000;

/** A function name that every upstream accepts. */
const FunctionName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be 1 to 64 letters, digits, "_", or "-"')
  .meta({ description: '1 to 64 letters, digits, "_", or "-".', example: 'find_weather' });

const Description = z.string().max(MAX_DESCRIPTION_CHARACTERS).nullish();

const JsonSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'A JSON Schema of type object.', example: { type: 'object', properties: {} } });

const FunctionTool = z.object({
  type: z.literal('function'),
  id: z.string().nullish(),
  function: z.object({
    name: FunctionName,
    description: Description,
    parameters: JsonSchema.nullish(),
    strict: z.boolean().nullish(),
  }),
});

/** Vendor-side searches: accepted, without effect (docs/api-rules.md, "Tools"). */
const VendorTool = z.object({ type: z.enum(['web_search', 'x_search']) });

/** Members of a function that the flat layout has next to `type`. */
const FLAT_MEMBERS = ['name', 'description', 'parameters', 'strict'] as const;

/** A tool with its function nested, whichever layout was sent. */
function nested(tool: unknown): unknown {
  if (typeof tool !== 'object' || tool === null || 'function' in tool || !('name' in tool)) return tool;
  const fields: Record<string, unknown> = { ...tool };
  const called = Object.fromEntries(FLAT_MEMBERS.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])));
  for (const name of FLAT_MEMBERS) delete fields[name];
  return { ...fields, function: called };
}

const WireTool = z
  .preprocess(
    nested,
    z.discriminatedUnion('type', [FunctionTool, VendorTool], {
      error: 'The type of a tool must be "function" (or "web_search", "x_search": accepted, without effect)',
    }),
  )
  .meta({
    id: 'ChatTool',
    description: 'A function that the model may call.',
    example: {
      type: 'function',
      function: { name: 'find_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    },
  });

/** The functions that a model may call. Names are unique; vendor-side searches are accepted without effect. */
export const Tools = bounded(listOf(WireTool).max(MAX_TOOLS), MAX_TOOLS).superRefine((tools, context) => {
  const seen = new Set<string>();
  tools.forEach((tool, at) => {
    if (tool.type !== 'function') return;
    const { name } = tool.function;
    if (seen.has(name)) {
      context.addIssue({
        code: 'custom',
        path: [at, 'function', 'name'],
        message: `Two functions are called "${name}"`,
      });
    }
    seen.add(name);
  });
});
export type Tools = z.output<typeof Tools>;

/**
 * Whether a tool is called, and which one (docs/api-rules.md, "Tools"). A named function may be flat, as newer clients
 * send it.
 */
export const ToolChoice = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    z.preprocess(nested, z.object({ type: z.literal('function'), function: z.object({ name: z.string().min(1) }) })),
  ],
  { error: 'Must be "auto", "none", "required" or {"type": "function", "function": {"name": …}}' },
);
export type ToolChoice = z.output<typeof ToolChoice>;

/**
 * The format of an answer (docs/api-rules.md, "Structured output"). A bare JSON Schema under `json_schema` is accepted
 * as well.
 */
export const ResponseFormat = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({ type: z.literal('json_schema'), json_schema: z.record(z.string(), z.unknown()) }),
  ],
  { error: 'The type must be "text", "json_object" or "json_schema"' },
);
export type ResponseFormat = z.output<typeof ResponseFormat>;
