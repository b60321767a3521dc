import type { Tool } from '../../../core/chat';
import { searchQueryOf } from '../../../web/chat/search-query';

/** The function with which a model says that it needs the web, and what to search for. */
export const SEARCH_TOOL: Tool = {
  name: 'search_web',
  description:
    'Searches the web. Call it first, before you write anything, if the answer depends on what changes (news, prices, ' +
    'weather, versions, who holds an office) or on what you do not know. Otherwise answer directly.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What to search for, in a few words' } },
    required: ['query'],
    additionalProperties: false,
  },
};

/** Longer arguments are no query, and are not read to their end. */
export const MAX_ARGUMENTS_CHARACTERS = 2_000;

/** The query of a call: at most 400 characters on one line; null if it is a call of something else or cannot be read. */
export function queryOf(call: { name: string; arguments: string }): string | null {
  if (call.name !== SEARCH_TOOL.name || call.arguments.length > MAX_ARGUMENTS_CHARACTERS) return null;
  try {
    const given: unknown = JSON.parse(call.arguments);
    const isQuery = typeof given === 'object' && given !== null && 'query' in given && typeof given.query === 'string';
    return (isQuery && searchQueryOf([given.query as string])) || null;
  } catch {
    return null;
  }
}
