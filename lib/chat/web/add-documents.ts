import type { ChatPart } from '../../core/chat';
import { settings } from '../../platform/env';
import type { WebResult } from '../../web/web-result';

/** Id of the tool call that carries the results. */
const DOCUMENTS_CALL_ID = 'web_search_call';

/** The name of its function; it begins with the service's own name. */
const documentsFunction = () => `${settings().serviceId}_web_search_documents`;

/**
 * Adds the sources to an answer as a tool call, the first of each choice (docs/api-rules.md, "Web search in chats"):
 * calls of the model follow it, and every choice ends with `tool_calls`.
 */
export function documentsAdder(sources: readonly WebResult[]): (part: ChatPart) => ChatPart[] {
  const begun = new Set<number>();
  const name = documentsFunction();
  const documents = sources.map(({ title, url, content, date }, at) => ({
    id: String(at),
    title,
    url,
    snippet: content,
    published_at: date,
  }));
  const text = JSON.stringify({ documents });
  return (part) => {
    if (part.type === 'usage') return [part];
    const { choice } = part;
    const parts: ChatPart[] = [];
    if (!begun.has(choice)) {
      begun.add(choice);
      parts.push({ type: 'tool_call', choice, index: 0, id: DOCUMENTS_CALL_ID, name, arguments: text });
    }
    if (part.type === 'tool_call') parts.push({ ...part, index: part.index + 1 });
    else if (part.type === 'finish') parts.push({ ...part, reason: 'tool_calls' });
    else parts.push(part);
    return parts;
  };
}

/**
 * Whether a tool call, or the result of one, is that of an earlier answer's documents. No model made it, and upstreams
 * refuse a call without its result, so it is not sent back to them.
 */
export function isDocumentsCall(call: { id: string; name?: string }): boolean {
  return call.id === DOCUMENTS_CALL_ID && (call.name === undefined || call.name === documentsFunction());
}
