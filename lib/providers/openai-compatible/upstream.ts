import type { FetchTimes } from '../../platform/fetch';
import type { UpstreamIdentity } from '../kit/map-error';

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
  unstreamed?: 'whole' | 'stream';
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

/**
 * Whether a caller who does not stream gets one whole answer of the server: reading a stream costs many times as much
 * processor time. Default: services, and servers that answer many requests at once. A small server streams, so that it
 * stops when its caller leaves.
 */
export function prefersWholeAnswers(upstream: OpenAiCompatible): boolean {
  const { unstreamed } = upstream;
  return unstreamed === undefined ? WHOLE_KINDS.includes(kindOf(upstream)) : unstreamed === 'whole';
}

const WHOLE_KINDS: readonly ServerKind[] = ['openai', 'openrouter', 'vllm', 'sglang'];

/** For logs and for scrubbing; the model's name is added by the call. */
export function identityOf(upstream: OpenAiCompatible): Omit<UpstreamIdentity, 'model'> {
  const { host, hostname } = new URL(upstream.baseUrl);
  return { provider: upstream.id, secrets: [upstream.apiKey ?? '', upstream.baseUrl, host, hostname] };
}

function isHost(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}
