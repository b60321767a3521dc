import { z } from 'zod';
import { PRESETS, type PresetId } from '@/lib/connected/constants';
import { AddProvider, BaseUrl, type Credentials, Region } from '@/lib/connected/contract';
import type { ErrorIssue } from '@/lib/core/errors';

/** The fields of a connection, as typed. */
export type ConnectionValues = {
  id: string;
  baseUrl: string;
  region: string;
  apiKey: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  markup: string;
};

/** How Amazon Bedrock is signed in to. */
export type KeyKind = 'key' | 'access-keys';

/** The fields of a new connection. */
export function firstValues(preset: PresetId, markup: string): ConnectionValues {
  const { name, kind, baseUrl } = PRESETS[preset];
  return {
    ...{ id: name, baseUrl: kind === 'openai-compatible' ? baseUrl : '', region: '' },
    ...{ apiKey: '', accessKeyId: '', secretAccessKey: '', sessionToken: '', markup },
  };
}

/**
 * What is checked before anything is sent; the server checks the rest.
 * @param needsKey whether an empty key is refused: not if one is stored
 */
export function connectionSchema(preset: PresetId, keyKind: KeyKind, needsKey: boolean): z.ZodType {
  const { kind } = PRESETS[preset];
  const isBedrock = kind === 'amazon-bedrock';
  const required = (message: string) => z.string().trim().min(1, message);
  const optional = z.string();
  const usesPair = isBedrock && keyKind === 'access-keys';
  return z.object({
    id: AddProvider.shape.id,
    baseUrl: kind === 'openai-compatible' ? required('Enter the address').pipe(BaseUrl) : optional,
    region: isBedrock ? required('Enter the region').pipe(Region) : optional,
    apiKey: needsKey && !usesPair ? required('Enter the key') : optional,
    accessKeyId: needsKey && usesPair ? required('Enter the access key ID') : optional,
    secretAccessKey: needsKey && usesPair ? required('Enter the secret access key') : optional,
    markup: AddProvider.shape.markup,
  });
}

/** What is sent; `credentials` is absent if nothing was typed. */
export function toConnection(
  values: ConnectionValues,
  preset: PresetId,
  keyKind: KeyKind,
): { baseUrl: string | null; region: string | null; credentials?: Credentials } {
  const { kind } = PRESETS[preset];
  const credentials = toCredentials(values, kind === 'amazon-bedrock' ? keyKind : 'key');
  return {
    baseUrl: values.baseUrl.trim() || null,
    region: kind === 'amazon-bedrock' ? values.region.trim() || null : null,
    ...(credentials && { credentials }),
  };
}

/** The server's issues at the fields of the form: those of credentials at the key. */
export function toFieldIssues(issues: readonly ErrorIssue[], keyKind: KeyKind): ErrorIssue[] {
  const keyField = keyKind === 'key' ? 'apiKey' : 'secretAccessKey';
  return issues.map((issue) => {
    if (issue.path[0] !== 'credentials') return issue;
    const named = issue.path[1];
    return { ...issue, path: [typeof named === 'string' ? named : keyField] };
  });
}

/** A name that no other provider has: with a number behind it, if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (name === '' || !taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

function toCredentials(
  { apiKey, accessKeyId, secretAccessKey, sessionToken }: ConnectionValues,
  keyKind: KeyKind,
): Credentials | null {
  if (keyKind === 'key') return apiKey.trim() === '' ? null : { apiKey: apiKey.trim() };
  if (accessKeyId.trim() === '' && secretAccessKey.trim() === '') return null;
  const pair = { accessKeyId: accessKeyId.trim(), secretAccessKey: secretAccessKey.trim() };
  return sessionToken.trim() === '' ? pair : { ...pair, sessionToken: sessionToken.trim() };
}
