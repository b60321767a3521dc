/** What a request asks of the web (docs/api-rules.md, "Service options"); absent members were not set. */
export type WebOptions = {
  search?: 'off' | 'on' | 'auto';
  scraping?: boolean;
  citations?: boolean;
  resultsInStream?: boolean;
  resultsAsDocuments?: boolean;
};

/** A source of an answer; all members are text, empty if unknown (docs/api-rules.md, "Wire tolerances"). */
type Citation = { title: string; url: string; content: string; date: string };

/** The options that take effect, and the sources that were found. */
export type EffectiveWeb = Required<WebOptions> & { found: Citation[] };

/**
 * The web options of a request as they take effect. This service does not search the web or read pages yet, so
 * everything is off, whatever was requested; the answer says so.
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
