import type {
  JSONObject,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FinishReason,
  LanguageModelV3ProviderTool,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { FetchTimes } from '../../platform/fetch';
import type { Unstreamed } from '../kit/whole-answers';
import type { CacheHint, ChatCall } from '../spec';

/** Access keys of an AWS account; a session token only with temporary ones. */
export type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** An upstream with its own wire format, as configured by the operator. */
export type VendorUpstream = {
  /** The provider's id. */
  id: string;
  /** Used instead of the vendor's own address. */
  baseUrl?: string;
  /** Other timeouts than the usual ones (docs/architecture.md, "Time limits"). */
  times?: Partial<FetchTimes>;
  /** Images and videos are sent to it as the caller's addresses. */
  takesUrls?: boolean;
  /** How callers who do not stream are answered; see `prefersWholeAnswers`. */
  unstreamed?: Unstreamed;
} & (
  | { kind: 'anthropic' | 'google'; apiKey: string }
  | { kind: 'xai'; apiKey: string }
  | { kind: 'amazon-bedrock'; region: string; credentials: { apiKey: string } | AwsKeys }
);

/** The `fetch` that the vendors' packages get. */
export type Fetch = typeof globalThis.fetch;

/** Signed data that a vendor sends with its reasoning and wants back unchanged. */
export type Signed = {
  /** The reasoning itself, as far as it was sent. */
  text: string;
  /** Set if it belongs to the answer: to the call with this id, or to the text if there is none. */
  ofAnswer?: { callId?: string };
  /** In the package's layout. */
  metadata: JSONObject;
};

/** How the formats of the vendors differ. */
export type VendorFormat = {
  /** The name under which the package takes settings and returns metadata. */
  namespace: string;
  /** Options in addition to those that all vendors share. */
  options(call: ChatCall): Partial<LanguageModelV3CallOptions>;
  /** Marks that everything up to a part of a prompt may be cached; undefined if the model does not support it. */
  cacheOptions(hint: CacheHint, model: string): SharedV3ProviderOptions | undefined;
  /** Converts it to an item of `reasoning_details`; null if nothing has to go back. */
  toDetail(signed: Signed): JSONObject | null;
  /** The reverse; null for an item of another vendor. */
  fromDetail(detail: JSONObject): Signed | null;
  /** Conversion of a message's `thought_signature`, both ways. */
  thoughtSignature?: { from(signature: string): JSONObject; to(metadata: JSONObject): string | undefined };
  /** Whether a stream event that the package could not parse may be skipped. */
  isNew?(event: unknown): boolean;
  /** What its package gets of the JSON of an answer in one piece: without what the package cannot read. */
  readWhole?(text: string): string;
  /** Why an answer in one piece ended, from its JSON, if its package does not say it; undefined if the package does. */
  endOfWhole?(body: unknown): LanguageModelV3FinishReason | undefined;
  /** Its package drops the requirement to call a tool for some models, and says so. */
  mayDropToolChoice?: boolean;
  /**
   * Its own search, which it runs itself while it answers. Its package announces such calls like those of functions, so
   * calls of undeclared functions are dropped.
   */
  searchTools?: readonly LanguageModelV3ProviderTool[];
  /** It does not support JSON without a schema. */
  needsSchema?: boolean;
  /** It refuses tool calls and results in a prompt that declares no tool. */
  needsDeclaredTools?: boolean;
  /** Its package declares no tools if none may be called. */
  dropsToolsWithNone?: boolean;
  /** It refuses a conversation that does not begin with a user message. */
  beginsWithUser?: boolean;
};

/** A vendor: its format, and how its package is opened. */
export type Vendor<Upstream extends VendorUpstream> = VendorFormat & {
  /** The base address: the operator's, else the vendor's own; without a trailing slash. */
  addressOf(upstream: Upstream): string;
  /** Texts that must not appear in a message, in addition to the address. */
  secretsOf(upstream: Upstream): string[];
  /** Its package signs the body, which must not be changed any more. */
  signsBody?(upstream: Upstream): boolean;
  /** Creates the package's model, without any request. Loads the package at the first call. */
  open(upstream: Upstream, model: string, fetch: Fetch): Promise<LanguageModelV3>;
};
