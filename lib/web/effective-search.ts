import type { WebResult } from './web-result';

/** What a request asks of the web (docs/api-rules.md, "Service options"); absent members were not set. */
export type WebOptions = {
  search?: 'off' | 'on' | 'auto';
  scraping?: boolean;
  citations?: boolean;
  resultsInStream?: boolean;
  resultsAsDocuments?: boolean;
};

/** The options that take effect, and the sources that were found. */
export type EffectiveWeb = Required<WebOptions> & { found: WebResult[] };

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
