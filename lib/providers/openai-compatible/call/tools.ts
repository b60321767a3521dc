import type { ChatCall } from '../../spec';
import type { ResponseFormat, Tool, ToolChoice } from '../../../core/chat';

/** Parameters of a function without any: some servers require them. */
const NO_PARAMETERS = { type: 'object', properties: {} };

/** Tools in the wire layout. */
export function wireTools(tools: readonly Tool[]): object[] {
  return tools.map(({ name, description, parameters = NO_PARAMETERS, strict }) => ({
    type: 'function',
    function: {
      name,
      ...(description !== undefined && { description }),
      parameters,
      ...(strict !== undefined && { strict }),
    },
  }));
}

/** A tool choice in the wire layout: a string, or an object that names a function. */
export function wireToolChoice(choice: ToolChoice): unknown {
  return typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } };
}

/** For servers that only accept a string: a named function is sent as the only tool, and required. */
export function onlyNamedTool(choice: ToolChoice, { tools = [] }: ChatCall): Record<string, unknown> {
  if (typeof choice === 'string') return { tool_choice: choice };
  return { tools: wireTools(tools.filter(({ name }) => name === choice.name)), tool_choice: 'required' };
}

/** For servers without a tool choice: tools that may not be called are not sent. */
export function offeredTools(choice: ToolChoice, { tools = [] }: ChatCall): Record<string, unknown> {
  if (typeof choice !== 'string') return { tools: wireTools(tools.filter(({ name }) => name === choice.name)) };
  return choice === 'none' ? { tools: undefined } : {};
}

/** OpenAI's `response_format`. */
export function wireResponseFormat(format: ResponseFormat): object {
  if (format.type === 'json_object') return { type: 'json_object' };
  const { name, description, schema, strict } = format;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(description !== undefined && { description }),
      schema,
      ...(strict !== undefined && { strict }),
    },
  };
}

/** A schema that every JSON object matches, for servers that cannot express “any object”. */
const ANY_OBJECT = { type: 'object' };

/** The same, with any object as a schema. */
export function formatBySchema(format: ResponseFormat): object {
  if (format.type === 'json_schema') return wireResponseFormat(format);
  return wireResponseFormat({ type: 'json_schema', name: 'object', schema: ANY_OBJECT });
}

/** TGI's grammar. */
export function formatByGrammar(format: ResponseFormat): object {
  return { type: 'json_object', value: format.type === 'json_schema' ? format.schema : ANY_OBJECT };
}
