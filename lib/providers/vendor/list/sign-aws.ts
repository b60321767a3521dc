import { createHash, createHmac } from 'node:crypto';
import type { AwsKeys } from '../vendor';

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** A GET request to an AWS service. */
export type AwsRequest = { url: string; region: string; service: string; atMs: number };

/**
 * The headers of a GET request without a body, signed with Signature Version 4.
 * @param request its URL must be one whose path needs no further escaping
 */
export function signAwsRequest(
  { url, region, service, atMs }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKeys,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(url);
  const instant = new Date(atMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = instant.slice(0, 8);
  const headers: Record<string, string> = {
    host,
    'x-amz-date': instant,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const query = [...searchParams]
    .map(([name, value]) => `${escape(name)}=${escape(value)}`)
    .sort()
    .join('&');
  const canonical = [
    ...['GET', pathname, query],
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    ...['', names.join(';'), sha256('')],
  ].join('\n');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const toSign = [ALGORITHM, instant, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const { host: _sentAnyway, ...sent } = headers;
  const parts = [`Credential=${accessKeyId}/${scope}`, `SignedHeaders=${names.join(';')}`, `Signature=${signature}`];
  return { ...sent, authorization: `${ALGORITHM} ${parts.join(', ')}` };
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Every character but the unreserved ones. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
