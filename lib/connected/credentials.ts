import { ApiError } from '../core/errors';
import { settings, type Settings } from '../platform/env';
import { openText, type SecretsKey, sealText } from '../platform/secrets/sealed-text';
import { findSecretsKey } from '../platform/secrets/secrets-key';
import { Credentials } from './contract';

const NO_KEY =
  'Providers can be changed here once SECRETS_KEY is set, for all processes alike: it encrypts their keys in the database. Make one with: openssl rand -base64 32';
const TEST_MONEY = 'With test money (LOCAL_CHAINS=1), only embedded models are served.';
const OTHER_KEY =
  'Its key was encrypted with another SECRETS_KEY or DATA_DIR/secrets.key. Set that one again, or enter the provider’s key again.';
const DAMAGED = 'Its stored key is damaged. Enter the provider’s key again.';

/** Whether providers can be changed, and if not, what has to be done. */
export function editingState({ secretsKey, databaseUrl, localChains }: Settings = settings()): {
  possible: boolean;
  reason: string | null;
} {
  if (localChains) return { possible: false, reason: TEST_MONEY };
  if (secretsKey === undefined && databaseUrl !== undefined) return { possible: false, reason: NO_KEY };
  return { possible: true, reason: null };
}

/** @throws ApiError CONFLICT with the reason if providers cannot be changed */
export function assertEditable(): void {
  const { possible, reason } = editingState();
  if (!possible) throw new ApiError('CONFLICT', reason ?? '');
}

/** Encrypts the credentials of a provider. @throws ApiError CONFLICT if there is no key, or its file is unusable */
export async function sealCredentials(provider: string, credentials: Credentials): Promise<string> {
  const key = await findSecretsKey({ create: true }).catch((error: unknown) => {
    throw new ApiError('CONFLICT', `The key cannot be encrypted: ${reasonOf(error)}`, { cause: error });
  });
  if (key === null) throw new ApiError('CONFLICT', NO_KEY);
  return sealText(JSON.stringify(credentials), ownerOf(provider), key);
}

/** The credentials of a provider: null if it has none; or why they cannot be read, as a sentence. */
export async function openCredentials(
  provider: string,
  sealed: string | null,
): Promise<{ credentials: Credentials | null } | { problem: string }> {
  if (sealed === null) return { credentials: null };
  let key: SecretsKey | null;
  try {
    key = await findSecretsKey({ create: false });
  } catch (error) {
    // One provider fails, not the start of the server.
    return { problem: `Its key cannot be decrypted: ${reasonOf(error)}` };
  }
  if (key === null) return { problem: settings().databaseUrl === undefined ? OTHER_KEY : NO_KEY };
  const opened = openText(sealed, ownerOf(provider), key);
  if ('problem' in opened) return { problem: opened.problem === 'other_key' ? OTHER_KEY : DAMAGED };
  const read = Credentials.safeParse(parse(opened.text));
  return read.success ? { credentials: read.data } : { problem: DAMAGED };
}

/** The texts in credentials that no message may contain. */
export function secretsIn(credentials: Credentials | null): string[] {
  return credentials === null ? [] : Object.values(credentials).filter((text) => text !== undefined);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function ownerOf(provider: string): string {
  return `provider:${provider}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
