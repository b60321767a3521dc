/** A conversation and the allowed forms of its answer, as the engine's callers see them. */

/** One message. `arguments` is JSON text. */
export type Turn =
  | { role: 'system' | 'user' | 'tool'; text: string }
  | { role: 'assistant'; text: string; calls?: { name: string; arguments: string }[] };

/** A function that the model may call; `parameters` is a JSON Schema. */
export type EngineTool = { name: string; description?: string; parameters?: Record<string, unknown> };

/** Everything that becomes part of a prompt. */
export type EnginePrompt = {
  turns: readonly Turn[];
  /** Absent or empty: no tools. */
  tools?: readonly EngineTool[];
  /** Absent means `auto`; only with tools. */
  toolChoice?: 'auto' | 'none' | 'required' | { name: string };
  /** Absent means text. */
  responseFormat?: EngineFormat;
};

/** Requires the answer to be JSON: any object, or matching a JSON Schema. */
export type EngineFormat =
  | { type: 'json_object' }
  | { type: 'json_schema'; name: string; description?: string; schema: Record<string, unknown> };
