/** What a request asks of the web (contract 4.3); absent members were not said. */
export type WebOptions = {
  search?: 'off' | 'on' | 'auto';
  scraping?: boolean;
  citations?: boolean;
  resultsInStream?: boolean;
  resultsAsDocuments?: boolean;
};

/** A source that an answer rests on; all members are text, empty where unknown (contract 1.5a 4). */
type Citation = { title: string; url: string; content: string; date: string };

/** What of it takes effect, and the sources that were found. */
export type EffectiveWeb = Required<WebOptions> & { found: Citation[] };

/**
 * The web options of a request as they take effect. This service searches and reads no pages yet, so everything is off,
 * whatever was asked; the answer tells so.
 */
export function effectiveWeb(_asked: WebOptions): EffectiveWeb {
  return {
    search: 'off',
    scraping: false,
    citations: false,
    resultsInStream: false,
    resultsAsDocuments: false,
    found: [],
  };
}
