import type { IncomingHttpHeaders } from 'node:http';
import type { TokenUsage } from '../../core/usage';
import type { FinishReason, TokenLogprob, ToolCall, ToolChoice } from '../spec';

/**
 * One thing that an upstream says, in neutral words; a dialect says it in its wire format. `choice` counts from 0.
 * - `reasoning`: a piece of thinking; `signature` is what the vendor wants back unchanged with it.
 * - `call`: a fragment of the tool call number `index`; the first one of a call has `id` and `name`.
 * - `error`: told inside the stream; nothing follows it.
 */
export type Step =
  | { text: string; choice?: number; logprobs?: TokenLogprob[] }
  | { reasoning: string; choice?: number; signature?: string }
  | { call: { index: number; id?: string; name?: string; arguments?: string }; choice?: number }
  | { finish: FinishReason; choice?: number }
  | { usage: TokenUsage }
  | { error: { status: number; message: string } };

/** Bytes that leave in one write: a string where the format is text. */
export type Frame = string | Uint8Array;

/** An answer in a wire format: what comes first, what each step became (also nothing), and what comes last. */
export type Encoded = { head: Frame[]; steps: Frame[][]; tail: Frame[] };

/** A request as it came. */
export type SeenRequest = {
  /** With its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Frames of the answer that were written so far. */
  framesSent: number;
  /** Milliseconds from its start to the close of its connection before the answer's end; null if it was not closed. */
  leftAfterMs: number | null;
};

/** What a request asked for, in neutral words. What the wire format has no word for is absent: name it in `lacks`. */
export type SeenCall = {
  model: string;
  /** Whether the operator's secret came with it as the vendor wants it. */
  authorized: boolean;
  /** Texts of all system messages, joined by one line end. */
  system: string;
  /**
   * User, assistant and tool messages in order. Results of several calls may share a turn of the wire: one entry
   * each.
   */
  turns: SeenTurn[];
  maxTokens: number;
  choices?: number;
  temperature?: number;
  topP?: number;
  topK?: number;
  seed?: number;
  stop?: string[];
  tools?: { name: string; description?: string; parameters?: unknown }[];
  toolChoice?: ToolChoice;
  /** The JSON Schema that the answer must have. */
  schema?: unknown;
};

/** A message of a request. Texts of its parts are joined without a separator; images are their base64 or address. */
export type SeenTurn = {
  role: 'user' | 'assistant' | 'tool';
  text: string;
  images?: string[];
  /** `arguments` as compact JSON. */
  calls?: ToolCall[];
  /** Of a tool's result: the call that it answers. */
  callId?: string;
};

/** A vendor's wire format, as its own server speaks it. */
export type Dialect = {
  /** Media type of its streams. Those of `text/event-stream` also get the stories about lines. */
  contentType: string;
  /** An answer, streamed. It need not keep a step a frame of its own, but what a step says must have left with it. */
  encode(steps: Step[], request: SeenRequest): Encoded;
  /** The JSON body of an answer that is not 200. */
  refusal(status: number, message: string): unknown;
  /** How it says that a prompt is too long. */
  overflow: { status: number; body: unknown };
  /** What a request asked for. */
  read(request: SeenRequest): SeenCall;
  /** It answers one choice per request: several are asked for by several requests. */
  oneChoice?: boolean;
};
