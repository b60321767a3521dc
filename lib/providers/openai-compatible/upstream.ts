import type { FetchTimes } from '../../platform/fetch';
import type { UpstreamIdentity } from '../kit/map-error';

/** One OpenAI-compatible server as the operator configured it. */
export type OpenAiCompatible = {
  /** The provider's id. */
  id: string;
  /** Ends before `/chat/completions`, e.g. `http://127.0.0.1:8000/v1`. */
  baseUrl: string;
  /** Sent as a Bearer token; absent for servers without one. */
  apiKey?: string;
  /** Other bounds than architecture 5a's, for tests and slow machines. */
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

/** Whether a server is OpenAI's own: it refuses fields that it does not know, and knows `developer`. */
export function isOpenAi(upstream: OpenAiCompatible): boolean {
  const { hostname } = new URL(upstream.baseUrl);
  return hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com');
}

/** For logs and for scrubbing. */
export function identityOf(upstream: OpenAiCompatible, model: string): UpstreamIdentity {
  const { host, hostname } = new URL(upstream.baseUrl);
  return { provider: upstream.id, model, secrets: [upstream.apiKey ?? '', upstream.baseUrl, host, hostname] };
}
