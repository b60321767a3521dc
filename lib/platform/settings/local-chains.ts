import { isLoopbackHost } from '../network/host';
import { walletVariables } from './wallets';

/** The file in DATA_DIR in which `npm run dev:chains` says how its chains are reached. */
export const LOCAL_CHAINS_FILE = 'local-chains.json';

/** Providers that would sell something real for test money. */
const PROVIDERS = ['OPENAI_API_KEY', 'OLLAMA_HOST', 'UPSTREAM_BASE_URL', 'UPSTREAM_API_KEY'];
/** What the local chains set themselves. */
const PAYMENTS = Object.keys(walletVariables).filter((name) => name.startsWith('X402_'));

/**
 * What must not be set beside `LOCAL_CHAINS` (docs/operations.md, "Test money"): whatever would let others pay with test
 * money, let real money in, or sell something real.
 */
export function localChainsProblems(given: Record<string, string | undefined>): string[] {
  if (given.LOCAL_CHAINS === undefined) return [];
  const { HOST, PUBLIC_ORIGIN } = given;
  return [
    ...(HOST !== undefined && !isLoopbackHost(HOST.toLowerCase())
      ? [`LOCAL_CHAINS=1 is for this machine alone: HOST="${HOST}" must be a loopback address, such as 127.0.0.1.`]
      : []),
    ...(PUBLIC_ORIGIN !== undefined && !isLoopbackOrigin(PUBLIC_ORIGIN)
      ? [
          `LOCAL_CHAINS=1 is for this machine alone: PUBLIC_ORIGIN="${PUBLIC_ORIGIN}" must be a loopback address, such as http://localhost:3000.`,
        ]
      : []),
    ...set(given, ['TRUST_PROXY', 'ALLOWED_HOSTS', 'SIWX_DOMAINS']).map(
      (name) => `LOCAL_CHAINS=1 is for this machine alone: remove ${name}.`,
    ),
    ...set(given, PAYMENTS).map((name) => `LOCAL_CHAINS=1 brings its own receivers, nodes, and keys: remove ${name}.`),
    ...set(given, PROVIDERS).map((name) => `LOCAL_CHAINS=1 serves embedded models only: remove ${name}.`),
  ];
}

const set = (given: Record<string, string | undefined>, names: string[]) =>
  names.filter((name) => given[name] !== undefined);

function isLoopbackOrigin(text: string): boolean {
  return URL.canParse(text) && isLoopbackHost(new URL(text).hostname);
}
