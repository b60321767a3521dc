import type { ChatPart } from '../../core/chat';
import type { ChatMeter } from '../meter';
import type { Plan } from '../plan';
import { MAX_VENDOR_SOURCES } from './plan-web';

const MAX_URL_CHARACTERS = 2_000;
const MAX_TITLE_CHARACTERS = 300;

/**
 * The parts of an answer without its sources, which become the citations and are counted for the bill as they come: each
 * once, and at most as many as were held.
 */
export async function* withoutSourceParts(
  plan: Pick<Plan, 'web' | 'options' | 'prompt'>,
  meter: Pick<ChatMeter, 'addSources'>,
  answer: AsyncIterable<ChatPart[]>,
): AsyncGenerator<ChatPart[], undefined> {
  for await (const together of answer) {
    const parts = together.filter((part) => part.type !== 'source');
    if (parts.length < together.length) noteSources(plan, meter, together);
    if (parts.length > 0) yield parts;
  }
}

function noteSources(
  { web, options, prompt }: Pick<Plan, 'web' | 'options' | 'prompt'>,
  meter: Pick<ChatMeter, 'addSources'>,
  together: readonly ChatPart[],
): void {
  const citations = options.web_search_citations;
  for (const part of together) {
    if (part.type !== 'source' || citations.length >= MAX_VENDOR_SOURCES) continue;
    const { title, url } = part;
    const isNew = !citations.some((citation) => citation.url === url);
    if (!isNew || url.length > MAX_URL_CHARACTERS || !/^https?:\/\//.test(url)) continue;
    citations.push({ title: title.slice(0, MAX_TITLE_CHARACTERS), url, content: '', date: '' });
  }
  if (web === null) return;
  web.used = { search_result: citations.length };
  meter.addSources(prompt, web.used);
}
