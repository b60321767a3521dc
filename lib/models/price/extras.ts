import { wholePart, type BillPart } from './bill';

/**
 * Prices of extras beside a model's own prices, nano-USD each. Source: docs/api-rules.md, "Prices of extras".
 */
const EXTRA_RATES_NANO_USD = {
  /** A request that searched: `/augment/search`, a chat with web search. */
  search: 10_000_000n,
  /** A URL that was read: `/augment/scrape`, or one in the prompt of a chat. */
  scrape: 10_000_000n,
  /** A parsed file of `/augment/text-parser`. */
  text_parser: 10_000_000n,
  /** A result of a vendor's own search. */
  search_result: 10_000_000n,
  /** A prompt that was enhanced and used. */
  prompt_enhancement: 40_000_000n,
} as const;

/** How many of each extra a request used. */
export type ExtraUsage = Partial<Record<keyof typeof EXTRA_RATES_NANO_USD, number>>;

/** The bill parts of a request's extras; they go into one bill with the model's own parts. */
export function extraParts(usage: ExtraUsage): BillPart[] {
  const { search, scrape, text_parser, search_result, prompt_enhancement } = EXTRA_RATES_NANO_USD;
  return [
    wholePart('search', usage.search ?? 0, search),
    wholePart('scrape', usage.scrape ?? 0, scrape),
    wholePart('text_parser', usage.text_parser ?? 0, text_parser),
    wholePart('search_result', usage.search_result ?? 0, search_result),
    wholePart('prompt_enhancement', usage.prompt_enhancement ?? 0, prompt_enhancement),
  ];
}
