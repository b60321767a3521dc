import type { ServiceProvider } from '../models/service-file/provider';
import { bedrockAddress } from '../providers/vendor/kinds/amazon-bedrock';
import { PRESETS, type PresetId } from './constants';
import type { Credentials } from './contract';

/** Of a provider that has none yet. */
const USUAL_REGION = 'us-east-1';

/** A provider to be called: from the database, or not saved yet. */
export type Connection = {
  id: string;
  preset: PresetId;
  baseUrl: string | null;
  region: string | null;
  credentials: Credentials | null;
};

/** What is missing, by field. */
export type ConnectionProblem = { field: 'baseUrl' | 'region' | 'credentials'; message: string };

/** The address that is stored: the one that was entered, else that of an OpenAI-compatible preset; null for a vendor's own. */
export function addressToStore(preset: PresetId, entered: string | null | undefined): string | null {
  const { kind, baseUrl: usual } = PRESETS[preset];
  return entered ?? (kind === 'openai-compatible' && usual !== '' ? usual : null);
}

/** The address that a provider is called at: its own, else its vendor's. */
export function addressOf({ preset, baseUrl, region }: Pick<Connection, 'preset' | 'baseUrl' | 'region'>): string {
  return baseUrl ?? (PRESETS[preset].baseUrl || bedrockAddress(region ?? USUAL_REGION));
}

/** Checks that a connection has what its kind needs. */
export function connectionProblems({ preset, baseUrl, region, credentials }: Connection): ConnectionProblem[] {
  const { kind } = PRESETS[preset];
  const isBedrock = kind === 'amazon-bedrock';
  const hasAccessKeys = credentials !== null && 'accessKeyId' in credentials;
  const problems: ConnectionProblem[] = [];
  if (kind === 'openai-compatible' && baseUrl === null)
    problems.push({ field: 'baseUrl', message: 'Enter the address' });
  if (isBedrock && region === null) problems.push({ field: 'region', message: 'Enter the region, such as us-east-1' });
  if (!isBedrock && region !== null) problems.push({ field: 'region', message: 'Only Amazon Bedrock has regions' });
  if (kind !== 'openai-compatible' && credentials === null) {
    problems.push({ field: 'credentials', message: 'Enter the key' });
  }
  if (!isBedrock && hasAccessKeys) {
    problems.push({ field: 'credentials', message: 'Only Amazon Bedrock takes access keys; enter a single key' });
  }
  return problems;
}

/**
 * A connection as a provider of the service file, so that both are served alike.
 * @returns null if something is missing
 */
export function toServiceProvider(connection: Connection): ServiceProvider | null {
  if (connectionProblems(connection).length > 0) return null;
  const { id, preset, baseUrl, region, credentials } = connection;
  const { kind } = PRESETS[preset];
  const apiKey = credentials !== null && 'apiKey' in credentials ? credentials.apiKey : undefined;
  const address = baseUrl === null ? {} : { baseUrl };
  switch (kind) {
    case 'openai-compatible': {
      const dialect = preset === 'other' ? undefined : DIALECTS[preset];
      return {
        ...{ id, kind, baseUrl: baseUrl ?? '' },
        ...(apiKey !== undefined && { apiKey }),
        ...(dialect && { dialect }),
      };
    }
    case 'anthropic':
    case 'google':
      return { id, kind, ...address, apiKey: apiKey ?? '' };
    case 'amazon-bedrock': {
      const keys = credentials ?? { apiKey: '' };
      if ('apiKey' in keys) return { id, kind, ...address, region: region ?? '', credentials: keys };
      const { accessKeyId, secretAccessKey, sessionToken } = keys;
      const pair = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
      return { id, kind, ...address, region: region ?? '', credentials: pair };
    }
  }
}

/** The dialects of the presets; any other address gets the one that its host implies. */
const DIALECTS: Partial<Record<PresetId, 'openai' | 'openrouter' | 'ollama' | 'vllm' | 'llama.cpp' | 'lm-studio'>> = {
  openai: 'openai',
  openrouter: 'openrouter',
  ollama: 'ollama',
  vllm: 'vllm',
  'llama.cpp': 'llama.cpp',
  'lm-studio': 'lm-studio',
};
