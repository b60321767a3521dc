import type { ChatPart } from '../core/chat';
import { thinkingStripper } from './answer/strip-thinking';
import type { Plan } from './plan';
import { documentsAdder } from './web/add-documents';
import { citationChecker, fenceDropper } from './web/check-citations';

type Filter = (part: ChatPart) => ChatPart[];

/**
 * What the caller gets instead of each of the model's parts (docs/api-rules.md, "Thinking" and "Web search in chats"):
 * without thinking, with checked citations and without the marks around the prompt's sources, with the sources as documents. The filter is null if nothing changes.
 */
export function shownParts({ options }: Pick<Plan, 'options'>): { filter: Filter | null } {
  const sources = options.web_search_citations;
  const filters: Filter[] = [];
  if (options.strip_thinking_response) filters.push(thinkingStripper());
  if (sources.length > 0) filters.push(fenceDropper());
  if (options.enable_web_citations) filters.push(citationChecker(sources.length));
  if (options.return_search_results_as_documents) filters.push(documentsAdder(sources));
  if (filters.length === 0) return { filter: null };
  return { filter: (part) => filters.reduce<ChatPart[]>((parts, filter) => parts.flatMap(filter), [part]) };
}
