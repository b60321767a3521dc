const BRAND = Symbol.for('farebox.TextDocument');

/** Plain text of a named type, e.g. what Prometheus reads. */
export type TextDocument = { text: string; contentType: string };

/** Marks a text as an answer that is no JSON; a run returns it. */
export function textDocument({ text, contentType }: TextDocument): TextDocument {
  return Object.assign({ text, contentType }, { [BRAND]: true });
}

/** Whether a run returned a text. */
export function isTextDocument(result: object): result is TextDocument {
  return BRAND in result;
}
