import type { Receipt as ReceiptOnWire } from '../../billing/contract';
import type { ApiFailure } from '../failure';
import type { AnswerUsage, Citation } from '../stream-chat';

/** The settings of one chat; null leaves the choice to the model. */
export type ChatSettings = {
  system: string;
  temperature: number | null;
  topP: number | null;
  maxTokens: number | null;
  seed: number | null;
  stop: string[];
  /** The form that answers must have; absent: free text. */
  schema?: AnswerSchema;
  /** The functions that the model may call; absent: none. */
  tools?: ToolDefinition[];
  /** Absent: the model thinks and shows it as it does by itself. */
  thinking?: 'hidden' | 'off';
};

/**
 * A JSON Schema for answers (docs/api-rules.md, "Structured output"), as the reader typed it: nothing is sent until it
 * holds.
 */
export type AnswerSchema = { name: string; text: string; strict: boolean };

/**
 * A function for the model (docs/api-rules.md, "Tools"), as the reader typed it. `parameters` is a JSON Schema, empty
 * for none.
 */
export type ToolDefinition = { name: string; description: string; parameters: string };

/** Everything left to the model. */
export const DEFAULT_SETTINGS: ChatSettings = {
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  seed: null,
  stop: [],
};

/** A chat of the list. Times are milliseconds since 1970. */
export type Chat = {
  id: string;
  title: string;
  /** The reader gave the title: it is not made from the first message any more. */
  named: boolean;
  /** The model that the picker shows; null is the default model. */
  modelId: string | null;
  settings: ChatSettings;
  /** The slug of the character that answers; absent for the model itself. */
  character?: string;
  /** The id of the first chat of those that are compared with it, itself included; absent where it is not compared. */
  compared?: string;
  /** When the reader pinned it to the top of the list; absent: it is not. */
  pinned?: number;
  /** The last message of the branch that is shown. */
  leafId: string | null;
  createdAt: number;
  updatedAt: number;
};

/**
 * The state of an answer: `waiting` (sent, nothing came yet), `streaming`, `complete`, `stopped` (by the reader),
 * `interrupted` (the tab went away), `failed`. What the reader wrote is `complete`.
 */
export type MessageState = 'waiting' | 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

/** What is kept of a failure. */
export type StoredFailure = Pick<ApiFailure, 'status' | 'code' | 'message' | 'requestId' | 'retryAfterSeconds'> & {
  /** When it happened, for the countdown. */
  at: number;
};

/** The settled account of one answer, as `GET /api/console/requests/{requestId}` gives it. Amounts are decimal strings. */
export type Receipt = ReceiptOnWire;

/** What an answer cost, as far as it is known. Stored rows and exported files call it `ticket`. */
export type AnswerReceipt = {
  /** From the answer's last chunk; null where that never came. */
  usage: AnswerUsage | null;
  /** From the ledger; null until it was asked for. */
  receipt: Receipt | null;
  /** Whether the ledger was asked and knows of no charge. */
  free: boolean;
  /** Milliseconds until the first token and until the last chunk, as seen here. */
  firstTokenMs: number | null;
  durationMs: number | null;
};

/** A message with nothing known about its cost. */
export const NO_RECEIPT: AnswerReceipt = {
  usage: null,
  receipt: null,
  free: false,
  firstTokenMs: null,
  durationMs: null,
};

/** One request of an answer that was continued. */
export type AnswerPart = { requestId: string; ticket: AnswerReceipt };

/** A picture or a file of a message. */
export type Attachment = {
  id: string;
  kind: 'image' | 'file';
  name: string;
  /** Media type of what is sent. */
  type: string;
  /** Of what is sent. */
  bytes: number;
  /** All of it, as a `data:` URL. */
  url: string;
};

/** A call of a function that the model asks for; `arguments` is JSON text, whole only when the answer is. */
export type ToolCall = { id: string; name: string; arguments: string };

/** What a call gave, as the reader typed it. */
export type ToolResult = { callId: string; name: string; text: string };

/** One message. Messages of a chat form a tree: an edited or regenerated one is a sibling of the earlier. */
export type ChatMessage = {
  id: string;
  chatId: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  text: string;
  reasoning: string;
  state: MessageState;
  /** The model that was asked; null on what the reader wrote. */
  modelId: string | null;
  finishReason: string | null;
  requestId: string | null;
  ticket: AnswerReceipt;
  failure: StoredFailure | null;
  createdAt: number;
  /** The tab that writes it and when it last did: distinguishes an answer under way from one whose tab was closed. */
  writerId: string | null;
  touchedAt: number;
  /** Of a reader's message: what goes with its text. */
  attachments?: Attachment[];
  /** Of a reader's message without words: the results of the calls of the answer before it. */
  results?: ToolResult[];
  /** Of an answer: the functions that it calls. */
  calls?: ToolCall[];
  /** Of an answer: when its thinking began and ended, milliseconds after it was asked for. */
  thought?: { fromMs: number; toMs: number };
  /** Of an answer: thinking in the model's own layout, sent back unchanged with the results of its calls. */
  reasoningDetails?: unknown[];
  thoughtSignature?: string;
  /** As they were sent, twins too: the answer's references count in this list. */
  citations?: Citation[];
  /** Of an answer: it was asked for as JSON by a schema. */
  asJson?: boolean;
  /** Of an answer that was continued: the requests before the last one, oldest first. */
  earlier?: AnswerPart[];
  /** Of the same: how many characters were there when the last request was sent. */
  continuedAt?: { text: number; reasoning: number };
};
