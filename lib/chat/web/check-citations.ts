import type { ChatPart } from '../../core/chat';
import { type CitationFilter, citationFilter } from '../../web/chat/citation-filter';

/**
 * Drops marks without a source from the text of an answer, part by part and in each of its choices
 * (docs/api-rules.md, "Web search in chats").
 * @param sources how many sources there are
 */
export function citationChecker(sources: number): (part: ChatPart) => ChatPart[] {
  const filters = new Map<number, CitationFilter>();
  return (part) => {
    if (part.type !== 'text' && part.type !== 'finish') return [part];
    const filter = filters.get(part.choice) ?? citationFilter(sources);
    filters.set(part.choice, filter);
    if (part.type === 'finish') {
      const rest = filter.end();
      return rest === '' ? [part] : [{ type: 'text', choice: part.choice, text: rest }, part];
    }
    const text = filter.push(part.text);
    if (text === part.text) return [part];
    // The probabilities of a piece reveal all of its tokens: if some are dropped, none are reported.
    return text === '' ? [] : [{ type: 'text', choice: part.choice, text }];
  };
}
