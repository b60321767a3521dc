/** A page that was found or read; all members are text, empty if unknown (docs/api-rules.md, "Wire tolerances"). */
export type WebResult = {
  title: string;
  url: string;
  /** The part that answers a query, or the whole page as Markdown. */
  content: string;
  /** When it was published, ISO 8601. */
  date: string;
};
