import type { FetchTimes } from '../../platform/fetch';
import type { UpstreamIdentity } from '../kit/map-error';
import type { Unstreamed } from '../kit/whole-answers';

/** Kinds of servers that extend the format with their own fields; `generic` gets what all of them accept or ignore. */
export type ServerKind =
  'openai' | 'openrouter' | 'vllm' | 'sglang' | 'llama.cpp' | 'ollama' | 'tgi' | 'lm-studio' | 'generic';

/** An OpenAI-compatible server as configured by the operator. */
export type OpenAiCompatible = {
  /** The provider's id. */
  id: string;
  /** The address before `/chat/completions`, e.g. `http://127.0.0.1:8000/v1`. */
  baseUrl: string;
  /** Sent as a Bearer token; absent for servers without authentication. */
  apiKey?: string;
  /**
   * The kind of server. Default: derived from the address for OpenAI, Azure and OpenRouter, else `generic`. LocalAI is
   * special only with images; its chat is `generic`.
   */
  dialect?: ServerKind | 'localai';
  /** How callers who do not stream are answered; see `prefersWholeAnswers`. */
  unstreamed?: Unstreamed;
  /** Names of fields outside our schema that are sent to it unchanged, besides the usual ones. */
  forwardFields?: readonly string[];
  /** Other timeouts than the usual ones (docs/architecture.md, "Time limits"), for tests and slow machines. */
  times?: Partial<FetchTimes>;
};

/** The address of a route of a server. */
export function addressOf(upstream: OpenAiCompatible, path: string): string {
  return `${upstream.baseUrl.replace(/\/+$/, '')}${path}`;
}

/** The headers of every request to a server. */
export function headersOf(upstream: OpenAiCompatible): Record<string, string> {
  return upstream.apiKey ? { authorization: `Bearer ${upstream.apiKey}` } : {};
}

/** The kind of a server: as configured, else by its address. */
export function kindOf({ dialect, baseUrl }: OpenAiCompatible): ServerKind {
  if (dialect) return dialect === 'localai' ? 'generic' : dialect;
  const { hostname } = new URL(baseUrl);
  if (isHost(hostname, 'openai.com') || isHost(hostname, 'openai.azure.com')) return 'openai';
  return isHost(hostname, 'openrouter.ai') ? 'openrouter' : 'generic';
}

/**
 * Whether a server may get callers' public addresses of images and videos. Only public services may: a server of the
 * operator's would fetch them from inside the operator's network.
 */
export function takesUrls(kind: ServerKind): boolean {
  return kind === 'openai' || kind === 'openrouter';
}

/** For logs and for scrubbing; the model's name is added by the call. */
export function identityOf(upstream: OpenAiCompatible): Omit<UpstreamIdentity, 'model'> {
  const { host, hostname } = new URL(upstream.baseUrl);
  return { provider: upstream.id, secrets: [upstream.apiKey ?? '', upstream.baseUrl, host, hostname] };
}

function isHost(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
