import type {
  JSONObject,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider';
import type { FetchTimes } from '../../platform/fetch';
import type { CacheHint, ChatCall } from '../spec';

/** Keys of an account at AWS; a session token only with temporary ones. */
export type AwsKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** An upstream with a wire format of its own, as the operator configured it. */
export type VendorUpstream = {
  /** The provider's id. */
  id: string;
  /** Where it is asked instead of the vendor's own address. */
  baseUrl?: string;
  /** Other bounds than architecture 5a's. */
  times?: Partial<FetchTimes>;
  /** Images and videos go to it as the caller's addresses. */
  takesUrls?: boolean;
} & (
  | { kind: 'anthropic' | 'google'; apiKey: string }
  | { kind: 'amazon-bedrock'; region: string; credentials: { apiKey: string } | AwsKeys }
);

/** The `fetch` that the vendors' packages get. */
export type Fetch = typeof globalThis.fetch;

/** What a vendor gave with its thinking and wants back unchanged. */
export type Signed = {
  /** The thinking itself, as far as it was told. */
  text: string;
  /** It belongs to the answer: to the call of this id, or to the text where there is none. */
  ofAnswer?: { callId?: string };
  /** In the package's layout. */
  metadata: JSONObject;
};

/** What differs from vendor to vendor in what is said and heard. */
export type VendorFormat = {
  /** Name under which the package takes settings and gives metadata. */
  namespace: string;
  /** Options beside those that all vendors share. */
  options(call: ChatCall): Partial<LanguageModelV3CallOptions>;
  /** How a part of a prompt says that all up to it may be cached; undefined where the model cannot. */
  cacheOptions(hint: CacheHint, model: string): SharedV3ProviderOptions | undefined;
  /** As an item of `reasoning_details`; null where nothing must go back. */
  toDetail(signed: Signed): JSONObject | null;
  /** The same backwards; null for an item that is not this vendor's. */
  fromDetail(detail: JSONObject): Signed | null;
  /** The member `thought_signature` of a message, both ways. */
  thoughtSignature?: { from(signature: string): JSONObject; to(metadata: JSONObject): string | undefined };
  /** Whether something in a stream that its package could not read may be passed over. */
  isNew?(event: unknown): boolean;
  /** It knows no JSON without a schema. */
  needsSchema?: boolean;
  /** It refuses calls and results of tools in a prompt where no tool is declared. */
  needsDeclaredTools?: boolean;
  /** Its package declares no tool where none may be called. */
  dropsToolsWithNone?: boolean;
  /** It refuses a conversation that does not begin with a user's message. */
  beginsWithUser?: boolean;
};

/** A vendor: its format, and how its package is opened. */
export type Vendor<Upstream extends VendorUpstream> = VendorFormat & {
  /** Where it is asked: the operator's address, else the vendor's own; without a slash at its end. */
  addressOf(upstream: Upstream): string;
  /** Texts that must not leave in a message, beside the address. */
  secretsOf(upstream: Upstream): string[];
  /** Its package signs what it sends: nothing of it may be changed any more. */
  signsBody?(upstream: Upstream): boolean;
  /** Makes the package's model, without any request. Loads the package at the first call. */
  open(upstream: Upstream, model: string, fetch: Fetch): Promise<LanguageModelV3>;
};
