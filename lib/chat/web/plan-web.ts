import { extraParts, type ExtraUsage } from '../../models/price/extras';
import { maximumNano } from '../../models/price/bill';
import type { TextModel } from '../../models/model';
import { clock } from '../../platform/clock';
import { type WebAccess, webAccess } from '../../web/access';
import { findAddresses } from '../../web/chat/find-addresses';
import type { WebQuestion } from '../../web/chat/find-sources';
import { needsSearch } from '../../web/chat/needs-search';
import { searchQueryOf } from '../../web/chat/search-query';
import type { Prompt } from '../prompt/build-prompt';
import type { Message } from '../request/message';
import type { EffectiveParameters, SvcParameters } from '../request/options';

/** The most that sources add to a prompt, and the least that is worth a search; tokens. */
const MAX_SOURCE_TOKENS = 8_000;
const MIN_SOURCE_TOKENS = 400;
/** The most prompt tokens of what a vendor's own search finds, and the most sources, that are held and charged. */
const MAX_VENDOR_TOKENS = 32_000;
export const MAX_VENDOR_SOURCES = 20;

/** What a request does with the web before its model is asked (docs/api-rules.md, "Web search in chats"). */
export type WebPlan = {
  access: WebAccess;
  /** What is searched for or read; null if nothing is. */
  question: WebQuestion | null;
  /** Whether the model itself decides if the question is searched for (lib/chat/web/decide). */
  modelDecides: boolean;
  /** Whether the question is searched for if the model does not decide. */
  isWanted: boolean;
  /** Prompt tokens that are kept for sources; 0 without a question. */
  reservedTokens: number;
  /** Whether the model's vendor searches while it answers: there is no question then. */
  vendorSearch: boolean;
  /** What was used of the web so far, for the bill. */
  used: ExtraUsage;
};

/** The members of the effective options that concern the web. */
export type WebOptions = Pick<
  EffectiveParameters,
  | 'enable_web_search'
  | 'enable_web_citations'
  | 'enable_web_scraping'
  | 'enable_x_search'
  | 'include_search_results_in_stream'
  | 'return_search_results_as_documents'
  | 'web_search_citations'
>;

/** The web options of a request that does not use the web. */
const withoutWeb = (): WebOptions => ({
  enable_web_search: 'off',
  enable_web_citations: false,
  enable_web_scraping: false,
  enable_x_search: false,
  include_search_results_in_stream: false,
  return_search_results_as_documents: false,
  web_search_citations: [],
});

/** What decides about the web besides the requested options. */
type WebInput = {
  messages: Message[];
  /** Whether the character of the chat may search when the request does not say. */
  characterSearches: boolean;
  /** Whether the model's vendor has a search of its own. */
  vendorSearches?: boolean;
  /** Whether the model can decide about a search itself. */
  canDecide: boolean;
  /** End-to-end encrypted: nothing of it may leave the model. */
  isEncrypted: boolean;
};

/**
 * Decides what a request does with the web, and the options that take effect if all of it succeeds. Addresses in the
 * last user message are read, and replace the search; with `auto` the model decides about the search if it can, else
 * a classifier. Nothing is searched for an encrypted request, or if the last user message has an image.
 * @returns a null plan if the request asks for nothing of the web, or this installation has no access to it
 */
export function planWeb(
  requested: SvcParameters,
  { messages, characterSearches, vendorSearches, canDecide, isEncrypted }: WebInput,
): { web: WebPlan | null; options: WebOptions } {
  const access = webAccess();
  if (requested.enable_x_search && vendorSearches && !isEncrypted) return planVendorSearch(requested, access);
  const mode = requested.enable_web_search ?? (characterSearches ? 'auto' : 'off');
  const reads = requested.enable_web_scraping === true && access.readPage !== undefined;
  const searches = mode !== 'off' && access.search !== undefined;
  if (isEncrypted || !(reads || searches)) return { web: null, options: withoutWeb() };
  const texts = messages.filter(({ role }) => role === 'user').map(textOfMessage);
  const addresses = reads ? findAddresses(texts.at(-1) ?? '') : [];
  const query = searches && !hasImage(messages) ? searchQueryOf(texts) : '';
  const isWanted = mode === 'on' || needsSearch(texts.at(-1) ?? '', new Date(clock.now()).getUTCFullYear());
  const modelDecides = mode === 'auto' && canDecide && query !== '' && addresses.length === 0;
  const question: WebQuestion | null =
    addresses.length > 0
      ? { kind: 'read', addresses }
      : query !== '' && (isWanted || modelDecides)
        ? { kind: 'search', query }
        : null;
  const options = {
    ...withoutWeb(),
    enable_web_search: addresses.length === 0 && query !== '' ? mode : ('off' as const),
    enable_web_scraping: addresses.length > 0,
    enable_web_citations: question !== null && (requested.enable_web_citations ?? false),
    include_search_results_in_stream: question !== null && (requested.include_search_results_in_stream ?? false),
    return_search_results_as_documents: question !== null && (requested.return_search_results_as_documents ?? false),
  };
  return {
    web: { access, question, modelDecides, isWanted, reservedTokens: 0, vendorSearch: false, used: {} },
    options,
  };
}

/** The vendor searches and reads instead of this service; what it finds is known only from its answer. */
function planVendorSearch(requested: SvcParameters, access: WebAccess): { web: WebPlan; options: WebOptions } {
  const include_search_results_in_stream = requested.include_search_results_in_stream ?? false;
  return {
    web: {
      access,
      question: null,
      modelDecides: false,
      isWanted: false,
      reservedTokens: 0,
      vendorSearch: true,
      used: {},
    },
    options: { ...withoutWeb(), enable_x_search: true, include_search_results_in_stream },
  };
}

/**
 * Keeps tokens of the model's context for sources: half of what the prompt leaves, at most 8,000, or 32,000 of a vendor's
 * own search. If too few are left, nothing is searched or read, and the options say so.
 */
export function reserveForSources(web: WebPlan, options: WebOptions, model: TextModel, prompt: Prompt): void {
  if (web.vendorSearch) web.reservedTokens = reservable(MAX_VENDOR_TOKENS, model, prompt);
  if (web.question === null) return;
  const tokens = reservable(MAX_SOURCE_TOKENS, model, prompt);
  if (tokens >= MIN_SOURCE_TOKENS) web.reservedTokens = tokens;
  else giveUp(web, options);
}

function reservable(most: number, { contextTokens }: TextModel, { tokens }: Prompt): number {
  return Math.max(0, Math.min(most, Math.floor((contextTokens - tokens) / 2)));
}

/**
 * Notes that there are no sources: the answer goes on without them. Whoever has sent addresses, and asked for the list of
 * sources, still gets it, empty: it says that none of them was read.
 */
export function giveUp(web: WebPlan, options: WebOptions): void {
  const listed = web.question?.kind === 'read' && options.include_search_results_in_stream;
  skipSearch(web, options);
  options.enable_web_search = 'off';
  options.enable_web_scraping = false;
  options.include_search_results_in_stream = listed;
}

/** Notes that nothing is searched for, because it was decided so. */
export function skipSearch(web: WebPlan, options: WebOptions): void {
  web.question = null;
  web.reservedTokens = 0;
  options.enable_web_citations = false;
  options.include_search_results_in_stream = false;
  options.return_search_results_as_documents = false;
}

/** The most that a request's use of the web can cost beside its tokens, nano-USD. */
export function webMaximumNano({ question, vendorSearch }: WebPlan): bigint {
  if (vendorSearch) return extrasNano({ search_result: MAX_VENDOR_SOURCES });
  if (question === null) return 0n;
  return extrasNano(question.kind === 'search' ? { search: 1 } : { scrape: question.addresses.length });
}

/** What these extras cost, nano-USD. */
export function extrasNano(used: ExtraUsage): bigint {
  return maximumNano(extraParts(used));
}

/** The text of a message; not that of its files. */
function textOfMessage({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function hasImage(messages: Message[]): boolean {
  const content = messages.findLast(({ role }) => role === 'user')?.content;
  return Array.isArray(content) && content.some(({ type }) => type === 'image_url');
}
