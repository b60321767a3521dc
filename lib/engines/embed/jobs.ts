/** The messages between the service and the process that embeds texts. */

/** A text, and how many of its windows are embedded already. */
export type EmbedText = { text: string; done: number };

/** Embed the next windows of texts. `bytes` is a JSON list of `EmbedText` in UTF-8. */
export type EmbedJob = { bytes: Uint8Array; modelPath: string; vocabularyPath: string };

/**
 * Of each text, the number of tokens and windows that were embedded now, and of windows that are left; `bytes` has the sums
 * of their vectors, one after the other, as 32-bit floats.
 */
export type EmbedAnswer = { tokens: number[]; windows: number[]; left: number[]; bytes: Uint8Array };
