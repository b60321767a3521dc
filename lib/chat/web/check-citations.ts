import type { ChatPart } from '../../core/chat';
import { citationFilter, type TextFilter } from '../../web/chat/citation-filter';
import { fenceFilter } from '../../web/chat/fence-filter';

/**
 * Drops marks without a source from the text of an answer (docs/api-rules.md, "Web search in chats").
 * @param sources how many sources there are
 */
export const citationChecker = (sources: number) => perChoice(() => citationFilter(sources));

/** Drops the marks that the prompt has around its sources from the text of an answer. */
export const fenceDropper = () => perChoice(fenceFilter);

/** Filters the text of an answer part by part, in each of its choices. */
function perChoice(makeFilter: () => TextFilter): (part: ChatPart) => ChatPart[] {
  const filters = new Map<number, TextFilter>();
  return (part) => {
    if (part.type !== 'text' && part.type !== 'finish') return [part];
    const filter = filters.get(part.choice) ?? makeFilter();
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
