import type { IncomingHttpHeaders } from 'node:http';
import type { TokenUsage } from '../../core/usage';
import type { ToolCall } from '../spec';
import type { FinishReason, TokenLogprob, ToolChoice } from '../../core/chat';

/**
 * One thing that an upstream sends, in neutral terms; a dialect writes it in its wire format. `choice` counts from 0.
 * - `reasoning`: a piece of reasoning; `signature` is what the vendor wants back unchanged with it.
 * - `call`: a fragment of the tool call number `index`; the first one of a call has `id` and `name`.
 * - `error`: sent inside the stream; nothing follows it.
 */
export type Step =
  | { text: string; choice?: number; logprobs?: TokenLogprob[] }
  | { reasoning: string; choice?: number; signature?: string }
  | { call: { index: number; id?: string; name?: string; arguments?: string }; choice?: number }
  | { finish: FinishReason; choice?: number }
  | { usage: TokenUsage }
  | { error: { status: number; message: string } };

/** Bytes that are sent in one write: a string if the format is text. */
export type Frame = string | Uint8Array;

/** An answer in a wire format: what comes first, what each step became (possibly nothing), and what comes last. */
export type Encoded = { head: Frame[]; steps: Frame[][]; tail: Frame[] };

/** A request as it arrived. */
export type SeenRequest = {
  /** Including its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** Frames of the answer that were written so far. */
  framesSent: number;
  /** Milliseconds from its start until its connection was closed before the answer ended; null if it was not closed. */
  leftAfterMs: number | null;
};

/** What a request asked for, in neutral terms. What the wire format cannot express is absent: name it in `lacks`. */
export type SeenCall = {
  model: string;
  /** Whether the operator's secret was sent the way the vendor expects. */
  authorized: boolean;
  /** Texts of all system messages, joined by a newline. */
  system: string;
  /**
   * User, assistant and tool messages in order. Results of several calls may share a turn on the wire: they become one
   * entry each.
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
  /** The JSON Schema that the answer must match. */
  schema?: unknown;
};

/** A message of a request. Texts of its parts are joined without a separator; images are their base64 or address. */
export type SeenTurn = {
  role: 'user' | 'assistant' | 'tool';
  text: string;
  images?: string[];
  /** `arguments` as compact JSON. */
  calls?: ToolCall[];
  /** For a tool result: the call that it answers. */
  callId?: string;
};

/** A vendor's wire format, as its own server speaks it. */
export type Dialect = {
  /** Media type of its streams. Those of `text/event-stream` also get the scenarios about lines. */
  contentType: string;
  /** A streamed answer. A step need not have a frame of its own, but its content must be sent with it. */
  encode(steps: Step[], request: SeenRequest): Encoded;
  /** Whether a request asks for an answer in one piece. */
  asksWhole(request: SeenRequest): boolean;
  /** The JSON of an answer in one piece, with the same content; no step is an error. */
  encodeWhole(steps: Step[], request: SeenRequest): unknown;
  /** The JSON body of an answer with another status than 200. */
  refusal(status: number, message: string): unknown;
  /** How it reports that a prompt is too long. */
  overflow: { status: number; body: unknown };
  /** What a request asked for. */
  read(request: SeenRequest): SeenCall;
  /** It returns one choice per request: several choices take several requests. */
  oneChoice?: boolean;
};
