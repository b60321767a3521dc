import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { formatNanoUsd, MAX_NANO_USD, MAX_PRICE_NANO_USD, parseUsd } from '../core/money';
import { processState } from './process-state';
import { factor, isNetwork, isPricePair, list, ollamaAddress, port, url, webUrl } from './setting-values';

/** The smallest session secret that an operator may set, in characters. */
const SESSION_SECRET_MIN = 32;
/** Variables whose values never appear in a message. */
const SECRETS = new Set([
  'SESSION_SECRET',
  'DATABASE_URL',
  'REDIS_URL',
  'HF_TOKEN',
  'OWNER_PASSWORD',
  'OPENAI_API_KEY',
  'UPSTREAM_API_KEY',
  'METRICS_TOKEN',
  // Hosted nodes have their key in the path.
  'DIEM_RPC_URL',
]);

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._*-]+)(:\d{1,5})?$/i;

/** Every setting of architecture 9 as it stands in the environment. Empty means unset. */
const Environment = z.object({
  HOST: z
    .string()
    .regex(/^[a-z0-9.:_-]+$/i, 'must be an address or name to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PORT: port.default(3000),
  PUBLIC_ORIGIN: url(['http:', 'https:'], 'https://ai.example.com')
    .refine((text) => /^https?:\/\/[^/?#]+\/?$/.test(text), 'must be an origin only: no path, no query')
    .transform((text) => new URL(text).origin)
    .optional(),
  ALLOWED_HOSTS: list
    .refine(
      (hosts) => hosts.every((host) => hostPattern.test(host)),
      'must be host names parted by commas, such as ai.example.com,10.0.0.5:3000',
    )
    .default([]),
  TRUST_PROXY: z
    .string()
    .transform((text) => (/^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())))
    .refine(
      (proxies) => typeof proxies === 'number' || proxies.every(isNetwork),
      'must be a number of proxies (1) or their addresses (10.0.0.0/8,::1)',
    )
    .optional(),
  SESSION_SECRET: z.string().min(SESSION_SECRET_MIN, `must have at least ${SESSION_SECRET_MIN} characters`).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/farebox').optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
  MODELS_DIR: z.string().optional(),
  EMBEDDED_MODELS: list.optional(),
  HF_ENDPOINT: webUrl('https://huggingface.co').default('https://huggingface.co'),
  HF_TOKEN: z.string().optional(),
  SERVICE_FILE: z.string().optional(),
  SERVICE_ID: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'must be lower-case letters and digits, a letter first')
    .default('svc'),
  SERVICE_OWNER: z.string().optional(),
  SIGN_UP: z.enum(['open', 'closed', 'invite'], 'must be open, closed or invite').optional(),
  WELCOME_CREDIT_USD: z
    .string()
    .transform((text, context) => {
      const nanoUsd = parseUsd(text);
      if (nanoUsd === null || nanoUsd > MAX_NANO_USD) {
        context.addIssue(`must be an amount of USD such as 1 or 0.50, at most ${formatNanoUsd(MAX_NANO_USD)}`);
        return z.NEVER;
      }
      return nanoUsd;
    })
    .optional(),
  OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  OWNER_PASSWORD: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OLLAMA_HOST: z.string().transform(ollamaAddress).pipe(webUrl('http://127.0.0.1:11434')).optional(),
  UPSTREAM_BASE_URL: webUrl('https://api.example.com/v1').optional(),
  UPSTREAM_API_KEY: z.string().optional(),
  UPSTREAM_PRICE: z
    .string()
    .refine(
      isPricePair,
      `must be USD per million tokens as input/output: 0.15/0.60, each at most ${formatNanoUsd(MAX_PRICE_NANO_USD)}`,
    )
    .optional(),
  PRICE_MARKUP: factor.default('1'),
  DIEM_STAKING_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract: 0x and 40 hexadecimal digits')
    .transform((text) => text.toLowerCase() as `0x${string}`)
    .optional(),
  DIEM_RPC_URL: url(['http:', 'https:'], 'http://127.0.0.1:8545').optional(),
  FAILED_REQUEST_GUARD: z.enum(['on', 'off'], 'must be on or off').default('on'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible characters')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  SIWX_DOMAINS: list.default([]),
  NODE_ENV: z.string().default('development'),
});

/** All settings of architecture 9, read and completed. Addresses come without a trailing slash, folders absolute. */
export type Settings = {
  host: string;
  port: number;
  publicOrigin: string;
  allowedHosts: string[];
  /** How many proxies stand in front, or their addresses and networks. Absent: none is trusted. */
  trustProxy?: number | string[];
  sessionSecret?: string;
  dataDir: string;
  databaseUrl?: string;
  redisUrl?: string;
  modelsDir: string;
  embeddedModels?: string[];
  hfEndpoint: string;
  hfToken?: string;
  serviceFile?: string;
  serviceId: string;
  serviceOwner: string;
  signUp: 'open' | 'closed' | 'invite';
  welcomeCreditNanoUsd: bigint;
  ownerEmail?: string;
  ownerPassword?: string;
  openaiApiKey?: string;
  ollamaHost?: string;
  upstreamBaseUrl?: string;
  upstreamApiKey?: string;
  /** USD per million tokens, `input/output`, e.g. `0.15/0.60`. */
  upstreamPrice?: string;
  /** A factor as a decimal string above 0 and at most 1000, at most nine decimals. */
  priceMarkup: string;
  /** The contract whose balances are the accounts' stakes, lower-case; set together with `diemRpcUrl`, or neither. */
  diemStakingAddress?: `0x${string}`;
  diemRpcUrl?: string;
  failedRequestGuard: boolean;
  /** Bearer token of whoever may read the metrics from elsewhere. */
  metricsToken?: string;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Whether `host` is reachable from this machine only. */
  loopback: boolean;
  /** Whether others reach it all the same: under the name of `publicOrigin`, or through a proxy that is trusted. */
  published: boolean;
  siwxDomains: string[];
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

/** next-auth reads its own address from the environment alone. */
export function exportOrigin({ publicOrigin }: Pick<Settings, 'publicOrigin'>): void {
  process.env.NEXTAUTH_URL = publicOrigin;
}

/**
 * Reads settings from variables. Unknown variables are passed over, an empty one counts as unset.
 * @throws Error named `SettingsError` whose message has one line for every bad variable: its name, its value (not a
 *   secret's) and what is right
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  const problems = parsed.error ? problemsOf(parsed.error, given) : [];
  if ((given.OWNER_EMAIL === undefined) !== (given.OWNER_PASSWORD === undefined)) {
    problems.push('OWNER_EMAIL and OWNER_PASSWORD must be set together, or neither.');
  }
  if ((given.DIEM_STAKING_ADDRESS === undefined) !== (given.DIEM_RPC_URL === undefined)) {
    problems.push('DIEM_STAKING_ADDRESS and DIEM_RPC_URL must be set together, or neither.');
  }
  if (!parsed.success || problems.length > 0) throw settingsError(problems);
  return complete(parsed.data, source);
}

function complete(read: z.output<typeof Environment>, source: Record<string, string | undefined>): Settings {
  const loopback = isLoopback(read.HOST);
  const isNamed = read.PUBLIC_ORIGIN !== undefined && !isLoopback(new URL(read.PUBLIC_ORIGIN).hostname);
  const published = isNamed || read.TRUST_PROXY !== undefined;
  const isPrivate = loopback && !published;
  return {
    host: read.HOST,
    port: read.PORT,
    publicOrigin: read.PUBLIC_ORIGIN ?? `http://localhost:${read.PORT}`,
    allowedHosts: read.ALLOWED_HOSTS,
    trustProxy: read.TRUST_PROXY,
    sessionSecret: read.SESSION_SECRET,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL,
    redisUrl: read.REDIS_URL,
    modelsDir:
      read.MODELS_DIR === undefined ? join(cacheFolder(source), 'farebox', 'models') : resolve(read.MODELS_DIR),
    embeddedModels: read.EMBEDDED_MODELS,
    hfEndpoint: read.HF_ENDPOINT,
    hfToken: read.HF_TOKEN,
    serviceFile: read.SERVICE_FILE === undefined ? undefined : resolve(read.SERVICE_FILE),
    serviceId: read.SERVICE_ID,
    serviceOwner: read.SERVICE_OWNER ?? read.SERVICE_ID,
    // Free credit and open doors are for the owner's own machine only, never for a public address, also not behind a proxy.
    signUp: read.SIGN_UP ?? (isPrivate ? 'open' : 'closed'),
    welcomeCreditNanoUsd: read.WELCOME_CREDIT_USD ?? (isPrivate ? 1_000_000_000n : 0n),
    ownerEmail: read.OWNER_EMAIL,
    ownerPassword: read.OWNER_PASSWORD,
    openaiApiKey: read.OPENAI_API_KEY,
    ollamaHost: read.OLLAMA_HOST,
    upstreamBaseUrl: read.UPSTREAM_BASE_URL,
    upstreamApiKey: read.UPSTREAM_API_KEY,
    upstreamPrice: read.UPSTREAM_PRICE,
    priceMarkup: read.PRICE_MARKUP,
    diemStakingAddress: read.DIEM_STAKING_ADDRESS,
    diemRpcUrl: read.DIEM_RPC_URL,
    failedRequestGuard: read.FAILED_REQUEST_GUARD === 'on',
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
    loopback,
    published,
    siwxDomains: read.SIWX_DOMAINS,
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

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    host === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
  );
}

/** Where the platform wants a user's caches: XDG on Linux, `~/Library/Caches` on macOS, `%LOCALAPPDATA%` on Windows. */
function cacheFolder(source: Record<string, string | undefined>): string {
  if (source.XDG_CACHE_HOME) return source.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32' && source.LOCALAPPDATA) return source.LOCALAPPDATA;
  return join(homedir(), '.cache');
}
