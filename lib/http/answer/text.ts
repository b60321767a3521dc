const BRAND = Symbol.for('farebox.TextDocument');

/** Plain text with a content type, e.g. Prometheus metrics. */
export type TextDocument = {
  text: string;
  contentType: string;
  /** The encoded text, if it was encoded in advance. */
  bytes?: Uint8Array;
};

/** Makes a plain-text answer, which a run returns instead of a JSON object. */
export function textDocument({ text, contentType }: TextDocument): TextDocument {
  return Object.assign({ text, contentType }, { [BRAND]: true });
}

/** A text that is cached and sent many times. It is encoded once, because encoding a long one takes a millisecond or more. */
export function keptTextDocument({ text, contentType }: TextDocument): TextDocument {
  return Object.assign(textDocument({ text, contentType }), { bytes: Buffer.from(text) });
}

/** Whether a run returned a text. */
export function isTextDocument(result: object): result is TextDocument {
  return BRAND in result;
}
