import { isRecord } from '../../failure';
import type { ChatBody, WireTool } from '../../stream-chat';
import type { AnswerSchema, ChatSettings, ToolDefinition } from '../types';

/** Valid names of functions and schemas, as accepted by every model (docs/api-rules.md, "Tools"). */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const NAME_MESSAGE = 'needs a name of 1 to 64 letters, digits, “_”, or “-”';

/** What is wrong in a field of a schema or a tool, as the end of a sentence whose subject is that schema or tool. */
export type Wrong = { field: 'name' | 'text' | 'parameters'; error: string };

/** What is wrong with a typed schema; null if it is valid. */
export function wrongInSchema({ name, text }: AnswerSchema): Wrong | null {
  if (!NAME.test(name)) return { field: 'name', error: NAME_MESSAGE };
  const parsed = parseObject(text);
  return 'error' in parsed ? { field: 'text', error: parsed.error } : null;
}

/** What is wrong with one of several typed tools; null if it is valid. */
export function wrongInTool(tool: ToolDefinition, all: readonly ToolDefinition[]): Wrong | null {
  if (!NAME.test(tool.name)) return { field: 'name', error: NAME_MESSAGE };
  if (all.some((other) => other !== tool && other.name === tool.name)) {
    return { field: 'name', error: `needs another name: two tools are called “${tool.name}”` };
  }
  if (tool.parameters.trim() === '') return null;
  const parsed = parseObject(tool.parameters);
  return 'error' in parsed ? { field: 'parameters', error: parsed.error } : null;
}

/** The schema as sent in a request; undefined if there is no valid one. */
export function toWireFormat(schema: AnswerSchema | undefined): ChatBody['response_format'] {
  if (!schema || wrongInSchema(schema)) return undefined;
  const parsed = parseObject(schema.text);
  if ('error' in parsed) return undefined;
  return {
    type: 'json_schema',
    json_schema: { name: schema.name, strict: schema.strict, schema: parsed.value },
  };
}

/** The valid tools as sent in a request; undefined if there are none. */
export function toWireTools(tools: readonly ToolDefinition[] = []): WireTool[] | undefined {
  const held = tools.filter((tool) => wrongInTool(tool, tools) === null).map(toWireTool);
  return held.length === 0 ? undefined : held;
}

/** The options that let an answer use the web, with its sources first in the stream; none if nothing is on. */
export function toWireWeb({ webSearch, readLinks }: ChatSettings): ChatBody['svc_parameters'] {
  if (!webSearch && !readLinks) return {};
  return {
    ...(webSearch && { enable_web_search: webSearch }),
    ...(readLinks && { enable_web_scraping: true }),
    enable_web_citations: true,
    include_search_results_in_stream: true,
  };
}

function toWireTool({ name, description, parameters }: ToolDefinition): WireTool {
  const parsed = parseObject(parameters);
  return {
    type: 'function',
    function: {
      name,
      ...(description.trim() !== '' && { description: description.trim() }),
      ...('value' in parsed && { parameters: parsed.value }),
    },
  };
}

/** Parses JSON text as an object. If it is not JSON, the browser's message says where. */
function parseObject(text: string): { value: Record<string, unknown> } | { error: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { value } : { error: 'must be a JSON object, starting with {' };
  } catch (cause) {
    return { error: `is not JSON: ${cause instanceof Error ? cause.message : 'it cannot be read'}` };
  }
}
