import type { EntryProblem } from './entry/base';
import type { ProviderLayout } from './layout/provider';
import { readWorkflow, type Workflow, workflowProblems } from './workflow';

/** A provider of the service file. */
export type ServiceProvider = {
  id: string;
  /** Used instead of the vendor's own address. */
  baseUrl?: string;
  /** Timeouts of one request that differ from the usual ones, milliseconds. */
  times?: { firstByteMs?: number; idleMs?: number; wholeMs?: number };
  /** Images and videos are sent to it as the caller's addresses, not as checked bytes. */
  takesUrls?: true;
  /** How callers who do not stream are answered, if not as usual for its kind. */
  unstreamed?: 'whole' | 'stream';
} & (
  | {
      kind: 'openai-compatible';
      baseUrl: string;
      apiKey?: string;
      dialect?: Dialect;
      /** Names of request fields outside the API that it gets unchanged. */
      forwardFields?: string[];
    }
  | { kind: 'anthropic' | 'google'; apiKey: string }
  | { kind: 'xai'; apiKey: string }
  | { kind: 'amazon-bedrock'; region: string; credentials: AwsCredentials }
  | { kind: 'automatic1111'; baseUrl: string; apiAuth?: string }
  | { kind: 'comfyui'; baseUrl: string; apiKey?: string; workflows: ReadonlyMap<string, Workflow> }
);

type Dialect = NonNullable<Extract<ProviderLayout, { kind: 'openai-compatible' }>['dialect']>;
type AwsCredentials = { apiKey: string } | { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** A checked entry of `providers` in the neutral layout. */
export function readProvider(id: string, entry: ProviderLayout): ServiceProvider {
  const { base_url: baseUrl, times } = entry;
  const shared = {
    id,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(times && { times: readTimes(times) }),
    ...('media_urls' in entry && entry.media_urls === 'forward' && { takesUrls: true as const }),
    ...('unstreamed' in entry && entry.unstreamed && { unstreamed: entry.unstreamed }),
  };
  switch (entry.kind) {
    case 'openai-compatible': {
      const { kind, dialect, api_key: apiKey, forward_fields: forwardFields } = entry;
      const own = { ...(apiKey !== undefined && { apiKey }), ...(dialect && { dialect }) };
      return { ...shared, kind, baseUrl: entry.base_url, ...own, ...(forwardFields && { forwardFields }) };
    }
    case 'anthropic':
    case 'google':
      return { ...shared, kind: entry.kind, apiKey: entry.api_key };
    case 'xai':
      return { ...shared, kind: entry.kind, apiKey: entry.api_key };
    case 'amazon-bedrock':
      return { ...shared, kind: entry.kind, region: entry.region, credentials: readCredentials(entry) };
    case 'automatic1111': {
      const { kind, base_url, api_auth: apiAuth } = entry;
      return { ...shared, kind, baseUrl: base_url, ...(apiAuth !== undefined && { apiAuth }) };
    }
    case 'comfyui': {
      const { kind, base_url, api_key: apiKey } = entry;
      const workflows = new Map(Object.entries(entry.workflows).map(([name, one]) => [name, readWorkflow(one)]));
      return { ...shared, kind, baseUrl: base_url, ...(apiKey !== undefined && { apiKey }), workflows };
    }
  }
}

function readTimes(times: NonNullable<ProviderLayout['times']>): NonNullable<ServiceProvider['times']> {
  const { first_byte_ms: firstByteMs, idle_ms: idleMs, whole_ms: wholeMs } = times;
  return {
    // An explicit undefined would override the default.
    ...(firstByteMs !== undefined && { firstByteMs }),
    ...(idleMs !== undefined && { idleMs }),
    ...(wholeMs !== undefined && { wholeMs }),
  };
}

type AmazonEntry = Extract<ProviderLayout, { kind: 'amazon-bedrock' }>;

function readCredentials(entry: AmazonEntry): AwsCredentials {
  const { api_key: apiKey, access_key_id: accessKeyId, secret_access_key: secretAccessKey, session_token } = entry;
  if (apiKey !== undefined) return { apiKey };
  const keys = { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' };
  return session_token === undefined ? keys : { ...keys, sessionToken: session_token };
}

/** Checks of what needs more than one member of a provider: credentials, and what goes where in its workflows. */
export function entryProblemsOf(entry: ProviderLayout): EntryProblem[] {
  if (entry.kind === 'amazon-bedrock') return credentialProblems(entry);
  if (entry.kind !== 'comfyui') return [];
  return Object.entries(entry.workflows).flatMap(([name, workflow]) =>
    workflowProblems(workflow).map(({ path, text }) => ({ path: ['workflows', name, ...path], text })),
  );
}

/** Checks that the credentials are complete, and of one kind. */
function credentialProblems(entry: AmazonEntry): EntryProblem[] {
  const { api_key: apiKey, access_key_id: accessKeyId, secret_access_key: secretKey, session_token: token } = entry;
  const hasKeys = accessKeyId !== undefined || secretKey !== undefined || token !== undefined;
  if (apiKey !== undefined && hasKeys) {
    return [{ path: ['api_key'], text: 'is set together with other credentials; keep only this one, or remove it' }];
  }
  if (apiKey !== undefined) return [];
  if (!hasKeys) {
    const text = 'has no credentials; add api_key, or access_key_id and secret_access_key';
    return [{ path: [], text }];
  }
  const missing = [
    ...(accessKeyId === undefined ? ['access_key_id'] : []),
    ...(secretKey === undefined ? ['secret_access_key'] : []),
  ];
  return missing.map((name) => ({
    path: [name],
    text: 'is missing; an access key ID and its secret access key are both needed',
  }));
}
