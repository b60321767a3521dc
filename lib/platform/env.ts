import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import { isLoopbackHost } from './network/host';
import { processState } from './process-state';
import { localChainsProblems } from './settings/local-chains';
import { serviceOf, type SignInService } from './settings/values';
import { Environment, PAIRS, SECRETS } from './settings/variables';
import { walletProblems, type WalletSettings, walletSettings } from './settings/wallets';

/**
 * All settings, validated and with defaults (docs/architecture.md, "Settings"). URLs have no trailing slash; folders
 * are absolute.
 */
export type Settings = {
  host: string;
  port: number;
  publicOrigin: string;
  allowedHosts: string[];
  /** Hosts of the operator's own network whose pages callers may read: `name`, or `name:port`. */
  privatePageHosts: string[];
  /** How many proxies are in front, or their addresses and networks. Absent: none is trusted. */
  trustProxy?: number | string[];
  /**
   * The request header, in lower case, in which a proxy reports the client's country. Absent if no proxy reports it.
   */
  countryHeader?: string;
  sessionSecret?: string;
  /** Encrypts the credentials of connected providers. Absent: with the embedded database, one in `dataDir`. */
  secretsKey?: string;
  dataDir: string;
  databaseUrl?: string;
  redisUrl?: string;
  modelsDir: string;
  embeddedModels?: string[];
  /** Memory that all loaded embedded models may take, in 10^6 bytes. Absent: half of the machine's. */
  embeddedModelsMemoryMegabytes?: number;
  hfEndpoint: string;
  hfToken?: string;
  serviceFile?: string;
  serviceId: string;
  serviceOwner: string;
  signUp: 'open' | 'closed' | 'invite';
  welcomeCreditNanoUsd: bigint;
  ownerEmail?: string;
  ownerPassword?: string;
  /** Sign-in with GitHub; `url` is GitHub's or that of a GitHub Enterprise server. */
  github?: SignInService;
  /** Sign-in with Google or a compatible OpenID provider; `url` is its issuer. */
  google?: SignInService;
  /** The stake a wallet needs to create a key by signature, in nano-DIEM. Absent: no minimum. */
  walletKeyMinStakeNano?: bigint;
  openaiApiKey?: string;
  ollamaHost?: string;
  upstreamBaseUrl?: string;
  upstreamApiKey?: string;
  /** USD per million tokens, `input/output`, e.g. `0.15/0.60`. */
  upstreamPrice?: string;
  /** A factor as a decimal string above 0 and at most 1000, at most nine decimals. */
  priceMarkup: string;
  /** The contract whose balances are the accounts' stakes, lowercase; set together with `diemRpcUrl`, or neither. */
  diemStakingAddress?: `0x${string}`;
  diemRpcUrl?: string;
  failedRequestGuard: boolean;
  /** Memory for all callers' request bodies, in 10^6 bytes. Absent: a share of the machine's memory. */
  requestMemoryMegabytes?: number;
  /** Inference requests of one account at a time. Absent: a share of the connections that the process may have. */
  maxInFlightPerAccount?: number;
  /** Bearer token for reading the metrics from other machines. */
  metricsToken?: string;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Whether `host` is reachable from this machine only. */
  loopback: boolean;
  /** Whether others can reach it nevertheless: under the name of `publicOrigin`, or through a trusted proxy. */
  published: boolean;
  /** Host names, besides that of `publicOrigin`, that a wallet may sign in to. */
  siwxDomains: string[];
  wallets: WalletSettings;
  /** Test money: payments go to the local chains of `npm run dev:chains`, which set `wallets` when the process starts. */
  localChains: boolean;
  production: boolean;
};

/**
 * The settings of this process, read once from its environment.
 * @throws Error as `readSettings` does
 */
export function settings(): Settings {
  return processState('platform.settings', () => readSettings(process.env));
}

/** The variables of this process, for `${NAME}` in the operator's service file. */
export function environment(): Record<string, string | undefined> {
  return process.env;
}

/** Variables that determine how pages format dates and numbers. */
const LOCALE_VARIABLES = ['TZ', 'LANG', 'LC_ALL'];

/** The complete environment of the process that renders pages: the settings that pages show, and no secrets. */
export function pageEnvironment(): NodeJS.ProcessEnv {
  const { host, port, publicOrigin, serviceId, countryHeader, localChains } = settings();
  const locale = LOCALE_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(locale),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Without this, Next would read the project's `.env` files and the secrets in them.
    __NEXT_PROCESSED_ENV: 'true',
    HOST: host,
    PORT: String(port),
    PUBLIC_ORIGIN: publicOrigin,
    SERVICE_ID: serviceId,
    ...(countryHeader !== undefined && { COUNTRY_HEADER: countryHeader }),
    ...(localChains && { LOCAL_CHAINS: '1' }),
  };
}

/** next-auth reads its URL only from the environment. */
export function exportOrigin({ publicOrigin }: Pick<Settings, 'publicOrigin'>): void {
  process.env.NEXTAUTH_URL = publicOrigin;
}

/**
 * Reads settings from variables. Unknown variables are ignored; empty ones count as unset.
 * @throws Error named `SettingsError` whose message has one line per invalid variable: its name, its value (unless
 *   secret), and what is valid
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  const problems = parsed.error ? problemsOf(parsed.error, given) : [];
  for (const [one, other] of PAIRS) {
    if ((given[one] === undefined) !== (given[other] === undefined)) {
      problems.push(`${one} and ${other} must be set together, or neither.`);
    }
  }
  problems.push(...walletProblems(given), ...localChainsProblems(given));
  if (!parsed.success || problems.length > 0) throw settingsError(problems);
  return complete(parsed.data, source);
}

function complete(read: z.output<typeof Environment>, source: Record<string, string | undefined>): Settings {
  const loopback = isLoopbackHost(read.HOST);
  const isNamed = read.PUBLIC_ORIGIN !== undefined && !isLoopbackHost(new URL(read.PUBLIC_ORIGIN).hostname);
  const published = isNamed || read.TRUST_PROXY !== undefined;
  const isPrivate = loopback && !published;
  return {
    host: read.HOST,
    port: read.PORT,
    publicOrigin: read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`,
    allowedHosts: read.ALLOWED_HOSTS,
    privatePageHosts: read.PRIVATE_PAGE_HOSTS,
    trustProxy: read.TRUST_PROXY,
    countryHeader: read.COUNTRY_HEADER,
    sessionSecret: read.SESSION_SECRET,
    secretsKey: read.SECRETS_KEY,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    modelsDir:
      read.MODELS_DIR === undefined ? join(cacheFolder(source), 'farebox', 'models') : resolve(read.MODELS_DIR),
    embeddedModels: read.EMBEDDED_MODELS,
    embeddedModelsMemoryMegabytes: read.EMBEDDED_MODELS_MEMORY_MB,
    hfEndpoint: read.HF_ENDPOINT,
    hfToken: read.HF_TOKEN,
    serviceFile: read.SERVICE_FILE === undefined ? undefined : resolve(read.SERVICE_FILE),
    serviceId: read.SERVICE_ID,
    serviceOwner: read.SERVICE_OWNER ?? read.SERVICE_ID,
    // Free credit and open sign-up are for the owner's own machine only, never for a public address or behind a proxy.
    signUp: read.SIGN_UP ?? (isPrivate ? 'open' : 'closed'),
    welcomeCreditNanoUsd: read.WELCOME_CREDIT_USD ?? (isPrivate ? 1_000_000_000n : 0n),
    ownerEmail: read.OWNER_EMAIL,
    ownerPassword: read.OWNER_PASSWORD,
    github: serviceOf(read.GITHUB_CLIENT_ID, read.GITHUB_CLIENT_SECRET, read.GITHUB_BASE_URL),
    google: serviceOf(read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET, read.GOOGLE_ISSUER),
    walletKeyMinStakeNano: read.WALLET_KEY_MIN_STAKE_DIEM,
    openaiApiKey: read.OPENAI_API_KEY,
    ollamaHost: read.OLLAMA_HOST,
    upstreamBaseUrl: read.UPSTREAM_BASE_URL,
    upstreamApiKey: read.UPSTREAM_API_KEY,
    upstreamPrice: read.UPSTREAM_PRICE,
    priceMarkup: read.PRICE_MARKUP,
    diemStakingAddress: read.DIEM_STAKING_ADDRESS,
    diemRpcUrl: read.DIEM_RPC_URL,
    requestMemoryMegabytes: read.REQUEST_MEMORY_MB,
    maxInFlightPerAccount: read.MAX_IN_FLIGHT_PER_ACCOUNT,
    failedRequestGuard: read.FAILED_REQUEST_GUARD === 'on',
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
    loopback,
    published,
    siwxDomains: read.SIWX_DOMAINS,
    wallets: walletSettings(read),
    localChains: read.LOCAL_CHAINS !== undefined,
    production: read.NODE_ENV === 'production',
  };
}

function problemsOf(error: z.ZodError, given: Record<string, string | undefined>): string[] {
  return error.issues.map((issue) => {
    const name = String(issue.path[0]);
    const shown = SECRETS.has(name) ? '' : `="${given[name] ?? ''}"`;
    return `${name}${shown} ${issue.message}.`;
  });
}

function settingsError(problems: string[]): Error {
  const error = new Error(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  error.name = 'SettingsError';
  return error;
}

/** Where the platform keeps a user's caches: XDG on Linux, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. */
function cacheFolder(source: Record<string, string | undefined>): string {
  if (source.XDG_CACHE_HOME) return source.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32' && source.LOCALAPPDATA) return source.LOCALAPPDATA;
  return join(homedir(), '.cache');
}
