const BRAND = Symbol.for('farebox.TextDocument');

/** Plain text of a named type, e.g. what Prometheus reads. */
export type TextDocument = {
  text: string;
  contentType: string;
  /** The text as it is sent, where it was encoded before. */
  bytes?: Uint8Array;
};

/** Marks a text as an answer that is no JSON; a run returns it. */
export function textDocument({ text, contentType }: TextDocument): TextDocument {
  return Object.assign({ text, contentType }, { [BRAND]: true });
}

/** A text that is kept and sent many times: encoded once, because that takes a millisecond and more for a long one. */
export function keptTextDocument({ text, contentType }: TextDocument): TextDocument {
  return Object.assign(textDocument({ text, contentType }), { bytes: Buffer.from(text) });
}

/** Whether a run returned a text. */
export function isTextDocument(result: object): result is TextDocument {
  return BRAND in result;
}
