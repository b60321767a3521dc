/** The messages between the service and the process that embeds texts. */

/** Embed texts. `bytes` is a JSON list of them in UTF-8. */
export type EmbedJob = { bytes: Uint8Array; modelPath: string; vocabularyPath: string };

/** The number of tokens of each text; `bytes` has their vectors, one after the other, as 32-bit floats. */
export type EmbedAnswer = { tokens: number[]; bytes: Uint8Array };
