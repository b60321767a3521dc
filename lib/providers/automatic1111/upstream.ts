import type { FetchTimes } from '../../platform/fetch';
import type { ImageRequests } from '../kit/images/ask';
import type { CarriedFields } from '../kit/images/fields';
import { readRefused } from './read-refused';

/** A server with the API of AUTOMATIC1111, which Forge and stable-diffusion.cpp also have, as configured. */
export type Automatic1111 = {
  /** The provider's id. */
  id: string;
  /** The address before `/sdapi`, e.g. `http://127.0.0.1:7860`. */
  baseUrl: string;
  /** `user:password`, as its option `--api-auth` has it; absent for servers without authentication. */
  apiAuth?: string;
  /** Other timeouts than the usual ones (docs/architecture.md, "Time limits"). */
  times?: Partial<FetchTimes>;
};

/** What carries each field (docs/fields.md, "Images"). */
export const AUTOMATIC1111_FIELDS: CarriedFields = {
  draw: {
    negative_prompt: '✓',
    width: '✓',
    height: '✓',
    aspect_ratio: '`width`, `height`',
    resolution: '`width`, `height`',
    steps: '✓',
    cfg_scale: '✓',
    seed: '✓',
    style_preset: 'in the prompts',
  },
  edit: {
    mask: '✓',
    size: '`width`, `height`',
    aspect_ratio: '`width`, `height`',
    resolution: '`width`, `height`',
  },
  upscale: { scale: '`upscaling_resize`' },
};

/** The address of a route of the server. @param path after `/sdapi/v1` */
export function addressOf({ baseUrl }: Automatic1111, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/sdapi/v1${path}`;
}

/** What all requests of one call have in common. */
export function requestsOf(
  upstream: Automatic1111,
  { model, account, signal }: { model: string; account?: string; signal: AbortSignal },
): ImageRequests {
  const { id, baseUrl, apiAuth, times } = upstream;
  const { host, hostname } = new URL(baseUrl);
  const [, password = ''] = /^[^:]*:(.*)$/.exec(apiAuth ?? '') ?? [];
  const secrets = [apiAuth ?? '', password, baseUrl, host, hostname];
  const headers: Record<string, string> =
    apiAuth === undefined ? {} : { authorization: `Basic ${Buffer.from(apiAuth).toString('base64')}` };
  return { identity: { provider: id, model, secrets }, headers, times, account, signal, readRefusal: readRefused };
}
