import type { ChatPart } from '../../core/chat';

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Removes the thinking from an answer (docs/api-rules.md, "Thinking"), part by part: reasoning parts, and in text
 * everything from `<think>` to `</think>`, or to the end if that never comes. Handles tags that are split between
 * pieces. Blanks between thinking at the start of an answer and the answer itself are removed too.
 */
export function thinkingStripper(): (part: ChatPart) => ChatPart[] {
  const filters = new Map<number, TagFilter>();
  return (part) => {
    if (part.type === 'reasoning') return [];
    if (part.type !== 'text' && part.type !== 'finish') return [part];
    const filter = filters.get(part.choice) ?? tagFilter();
    filters.set(part.choice, filter);
    if (part.type === 'finish') {
      const rest = filter.end();
      return rest === '' ? [part] : [{ type: 'text', choice: part.choice, text: rest }, part];
    }
    const text = filter.push(part.text);
    if (text === part.text) return [part];
    // The probabilities of a piece reveal all of its tokens: if some are hidden, none are reported.
    return text === '' ? [] : [{ type: 'text', choice: part.choice, text }];
  };
}

/**
 * Handles a complete answer whose thinking began in the prompt's template: it has no `<think>`, and its thinking ends
 * at the first `</think>`. A stream cannot be handled this way, because the text before the tag has already been sent.
 */
export function afterThinking(text: string): string {
  const end = text.indexOf(CLOSE);
  return end < 0 ? text : text.slice(end + CLOSE.length).trimStart();
}

type TagFilter = { push(text: string): string; end(): string };

/** Passes text outside the tags, and holds back what may become a tag. */
function tagFilter(): TagFilter {
  let held = '';
  let inside = false;
  /** Blanks at the start: they belong to the answer only if no thinking precedes it. */
  let lead: string | null = '';
  const visible = (text: string): string => {
    if (lead === null) return text;
    lead += text;
    if (lead.trimStart() === '') return '';
    const shown = lead;
    lead = null;
    return shown;
  };
  const turn = () => {
    inside = !inside;
    if (!inside && lead !== null) lead = '';
  };
  /** After thinking at the start, blanks are dropped, so that the text begins with its first character. */
  let trims = false;
  return {
    push(text) {
      held += text;
      let shown = '';
      for (;;) {
        const tag = inside ? CLOSE : OPEN;
        const at = held.indexOf(tag);
        const free = at < 0 ? held.length - possibleStart(held, tag) : at;
        if (!inside) shown += visible(trims && lead !== null ? held.slice(0, free).trimStart() : held.slice(0, free));
        held = held.slice(at < 0 ? free : at + tag.length);
        if (at < 0) return shown;
        trims = true;
        turn();
      }
    },
    end() {
      const rest = inside ? '' : visible(held) + (trims ? '' : (lead ?? ''));
      held = '';
      return rest;
    },
  };
}

/** How many characters at the end of a text may be the start of a tag. */
function possibleStart(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
