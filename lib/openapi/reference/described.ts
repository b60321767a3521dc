import type { ApiDocument } from '../document';
import type { JsonSchema } from '../json-schema';

/** The part of an operation of the description that the reference reads. */
export type DescribedOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  deprecated?: boolean;
  security: Record<string, string[]>[];
  parameters?: (DescribedParameter | { $ref: string })[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, DescribedResponse | { $ref: string }>;
};

export type DescribedParameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required: boolean;
  schema: JsonSchema;
  example?: string;
  examples?: Record<string, { summary: string; value: string }>;
};

export type Media = { schema: JsonSchema; example?: unknown; examples?: Record<string, { summary: string; value: unknown }> };

export type DescribedResponse = {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
};

export type Components = {
  schemas: Record<string, JsonSchema>;
  responses: Record<string, DescribedResponse>;
  headers: Record<string, { description: string }>;
  parameters: Record<string, DescribedParameter>;
};

/** The location of an operation in the description. */
export type OperationLocation = { method: string; path: string; base: string; serviceId: string };

/** The components that operations refer to. */
export function componentsOf(document: ApiDocument): Components {
  return document.components as Components;
}

/** A part, or the part that a reference points to. */
export function partOf<T extends object>(part: T | { $ref: string }, parts: Record<string, T>): T {
  if (!('$ref' in part)) return part;
  const found = parts[part.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The API description refers to ${part.$ref}, which does not exist.`);
  return found;
}
