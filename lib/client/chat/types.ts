import type { Receipt as ReceiptOnWire } from '../../billing/contract';
import type { ApiFailure } from '../failure';
import type { AnswerImage, AnswerUsage, Citation } from '../stream-chat';

/** The settings of one chat; null leaves the choice to the model. */
export type ChatSettings = {
  system: string;
  temperature: number | null;
  topP: number | null;
  maxTokens: number | null;
  seed: number | null;
  stop: string[];
  /** The format that answers must have; absent for free text. */
  schema?: AnswerSchema;
  /** The functions that the model may call; absent for none. */
  tools?: ToolDefinition[];
  /** Absent for the model's default. */
  thinking?: 'hidden' | 'off';
  /** Whether answers may use a web search: `auto` leaves it to the model. Absent for no search. */
  webSearch?: 'auto' | 'on';
  /** Whether pages that a message links to are read. Absent if not. */
  readLinks?: true;
};

/** A JSON Schema for answers (docs/api-rules.md, "Structured output"), as typed: nothing is sent until it is valid. */
export type AnswerSchema = { name: string; text: string; strict: boolean };

/** A function for the model (docs/api-rules.md, "Tools"), as typed. `parameters` is a JSON Schema, empty for none. */
export type ToolDefinition = { name: string; description: string; parameters: string };

/** Leaves everything to the model. */
export const DEFAULT_SETTINGS: ChatSettings = {
  system: '',
  temperature: null,
  topP: null,
  maxTokens: null,
  seed: null,
  stop: [],
};

/** A chat in the list. Times are in Unix milliseconds. */
export type Chat = {
  id: string;
  title: string;
  /** The user set the title, so it is no longer derived from the first message. */
  named: boolean;
  /** The model in the picker; null is the default model. */
  modelId: string | null;
  settings: ChatSettings;
  /** The slug of the chat's character; absent without one. */
  character?: string;
  /** The ID of the first chat of its comparison, which may be its own; absent outside of a comparison. */
  compared?: string;
  /** The name of the user's folder that it is in; absent if it is in none. */
  folder?: string;
  /** The end of the link under which a copy of it is shared; absent if none is. */
  shared?: string;
  /** When it was pinned to the top of the list; absent if it is not. */
  pinned?: number;
  /** The last message of the visible branch. */
  leafId: string | null;
  createdAt: number;
  updatedAt: number;
};

/**
 * The state of a message: `waiting` (sent, nothing received yet), `streaming`, `complete`, `stopped` (by the user),
 * `interrupted` (the tab closed), `failed`. User messages are `complete`.
 */
export type MessageState = 'waiting' | 'streaming' | 'complete' | 'stopped' | 'interrupted' | 'failed';

/** The stored part of a failure. */
export type StoredFailure = Pick<ApiFailure, 'status' | 'code' | 'message' | 'requestId' | 'retryAfterSeconds'> & {
  /** When it happened, for the countdown. */
  at: number;
};

/** The receipt of one answer, as returned by `GET /api/console/requests/{requestId}`. Amounts are decimal strings. */
export type Receipt = ReceiptOnWire;

/** What an answer cost, as far as it is known. Stored rows and exported files call it `ticket`. */
export type AnswerReceipt = {
  /** From the answer's last chunk; null if that never arrived. */
  usage: AnswerUsage | null;
  /** From the ledger; null until it is fetched. */
  receipt: Receipt | null;
  /** Whether the ledger has confirmed that there is no charge. */
  free: boolean;
  /** Milliseconds until the first token and until the last chunk, as measured here. */
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

/** One request of a continued answer. */
export type AnswerPart = { requestId: string; ticket: AnswerReceipt };

/** An image or file of a message. */
export type Attachment = {
  id: string;
  kind: 'image' | 'file';
  name: string;
  /** The media type of the sent data. */
  type: string;
  /** The size of the sent data. */
  bytes: number;
  /** The data, as a `data:` URL. */
  url: string;
};

/** A function call requested by the model; `arguments` is JSON text, complete only when the answer is. */
export type ToolCall = { id: string; name: string; arguments: string };

/** A call's result, as typed by the user. */
export type ToolResult = { callId: string; name: string; text: string };

/** One message. The messages of a chat form a tree: an edited or regenerated one is a sibling of the earlier one. */
export type ChatMessage = {
  id: string;
  chatId: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  text: string;
  reasoning: string;
  state: MessageState;
  /** The requested model; null for user messages. */
  modelId: string | null;
  finishReason: string | null;
  requestId: string | null;
  ticket: AnswerReceipt;
  failure: StoredFailure | null;
  createdAt: number;
  /** The tab that writes it and when it last did: distinguishes a running answer from an abandoned one. */
  writerId: string | null;
  touchedAt: number;
  /** User messages only: the attachments sent with its text. */
  attachments?: Attachment[];
  /** User messages without text only: the results of the preceding answer's calls. */
  results?: ToolResult[];
  /** Answers only: the functions that it calls. */
  calls?: ToolCall[];
  /** Answers only: when its thinking started and ended, in milliseconds after the request. */
  thought?: { fromMs: number; toMs: number };
  /** Answers only: thoughts in the model's own layout, sent back unchanged with the results of its calls. */
  reasoningDetails?: unknown[];
  thoughtSignature?: string;
  /** Answers only: what was to be looked for on the web before the model was asked. */
  web?: 'search' | 'links';
  /** As received, with duplicates: the answer's references count in this list. Empty if nothing was found or read. */
  citations?: Citation[];
  /** Answers only: its images. */
  images?: AnswerImage[];
  /** Answers only: about how many tokens its last request had as input. */
  sentTokens?: number;
  /** Answers only: the `Idempotency-Key` of its last request, and a hash of the body that it was sent with. */
  sentAs?: { key: string; bodyHash: string };
  /** Answers only: when the user last changed the text; absent if it is the model's own. */
  edited?: number;
  /** Answers of a comparison only: the user found it the best of its round. */
  best?: boolean;
  /** Answers only: JSON that follows a schema was requested. */
  asJson?: boolean;
  /** Continued answers only: the requests before the last one, oldest first. */
  earlier?: AnswerPart[];
  /** Continued answers only: the lengths when the last request was sent. */
  continuedAt?: { text: number; reasoning: number };
};
