import type { FetchTimes } from '../../platform/fetch';
import type { Workflow } from '../../models/service-file/workflow';
import type { ImageRequests } from '../kit/images/ask';

/** A ComfyUI server as configured by the operator. */
export type ComfyUi = {
  /** The provider's id. */
  id: string;
  /** E.g. `http://127.0.0.1:8188`. */
  baseUrl: string;
  /** Sent as a Bearer token, for a proxy in front of it: the server itself has no authentication. */
  apiKey?: string;
  /** By the names of its models. */
  workflows: ReadonlyMap<string, Workflow>;
  /** Other timeouts than the usual ones (docs/architecture.md, "Time limits"). */
  times?: Partial<FetchTimes>;
};

/** What a call of any kind has. */
export type AnyCall = { model: string; account?: string; signal: AbortSignal };

/** The address of a route of the server. */
export function addressOf({ baseUrl }: ComfyUi, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}

/** What all requests of one call have in common. */
export function requestsOf(upstream: ComfyUi, { model, account, signal }: AnyCall): ImageRequests {
  const { id, baseUrl, apiKey, times } = upstream;
  const { host, hostname } = new URL(baseUrl);
  const identity = { provider: id, model, secrets: [apiKey ?? '', baseUrl, host, hostname] };
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return { identity, headers, times, account, signal };
}
