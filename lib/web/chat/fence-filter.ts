import type { TextFilter } from './citation-filter';
import { FENCE } from './write-sources';

/** How the mark may go on after its name: the rest of it, as far as it came. */
const MARK = new RegExp(`^</?${FENCE}(?:-[0-9a-f]{0,16})?>?`, 'i');
const STARTS = [`<${FENCE}-`, `</${FENCE}-`];
const MAX_MARK_CHARACTERS = `</${FENCE}->`.length + 16;

/**
 * Drops the marks around the sources of a prompt (`<web-sources-…>`) from the text of an answer, also those that are
 * split between pieces: small models repeat what they were given.
 */
export function fenceFilter(): TextFilter {
  let held = '';
  const pass = (isEnd: boolean): string => {
    let passed = '';
    while (held !== '') {
      const at = held.indexOf('<');
      if (at !== 0) {
        passed += at < 0 ? held : held.slice(0, at);
        held = at < 0 ? '' : held.slice(at);
        continue;
      }
      if (!isEnd && mayBecomeMark(held)) return passed;
      const mark = MARK.exec(held)?.[0] ?? '';
      if (mark === '') passed += '<';
      held = held.slice(Math.max(1, mark.length));
    }
    return passed;
  };
  return {
    push(text) {
      // Most pieces have no such sign.
      if (held === '' && !text.includes('<')) return text;
      held += text;
      return pass(false);
    },
    end: () => pass(true),
  };
}

/** Whether more text may make a mark of it, or a longer one. */
function mayBecomeMark(held: string): boolean {
  const text = held.toLowerCase();
  if (STARTS.some((start) => start.startsWith(text))) return true;
  const mark = MARK.exec(held)?.[0] ?? '';
  return mark.length === held.length && !mark.endsWith('>') && held.length < MAX_MARK_CHARACTERS;
}
