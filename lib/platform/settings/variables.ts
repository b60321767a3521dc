import { z } from 'zod';
import {
  amount,
  count,
  factor,
  isNetwork,
  list,
  megabytes,
  ollamaAddress,
  port,
  pricePair,
  url,
  webUrl,
} from './values';
import { WALLET_SECRETS, walletVariables } from './wallets';

/** The smallest session secret and secrets key that an operator may set, in characters. */
const SESSION_SECRET_MIN = 32;
const SECRETS_KEY_MIN = 32;
/** Variables whose values never appear in a message. */
export const SECRETS = new Set([
  'SESSION_SECRET',
  'SECRETS_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'HF_TOKEN',
  'OWNER_PASSWORD',
  'GITHUB_CLIENT_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OPENAI_API_KEY',
  'UPSTREAM_API_KEY',
  'METRICS_TOKEN',
  // Hosted nodes have their key in the path.
  'DIEM_RPC_URL',
  ...WALLET_SECRETS,
]);

/** Settings that only work together. */
export const PAIRS = [
  ['OWNER_EMAIL', 'OWNER_PASSWORD'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['DIEM_STAKING_ADDRESS', 'DIEM_RPC_URL'],
] as const;

const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._*-]+)(:\d{1,5})?$/i;

/** All settings as environment variables (docs/operations.md, "Settings"). Empty means unset. */
export const Environment = z.object({
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
      'must be host names separated by commas, such as ai.example.com,10.0.0.5:3000',
    )
    .default([]),
  PRIVATE_PAGE_HOSTS: list
    .refine(
      (hosts) => hosts.every((host) => /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host)),
      'must be host names separated by commas, such as wiki.internal,10.0.0.5:8080',
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
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/i, 'must be the name of a request header, such as cf-ipcountry')
    .transform((name) => name.toLowerCase())
    .optional(),
  SESSION_SECRET: z.string().min(SESSION_SECRET_MIN, `must have at least ${SESSION_SECRET_MIN} characters`).optional(),
  SECRETS_KEY: z.string().min(SECRETS_KEY_MIN, `must have at least ${SECRETS_KEY_MIN} characters`).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/farebox').optional(),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
  MODELS_DIR: z.string().optional(),
  EMBEDDED_MODELS: list.optional(),
  EMBEDDED_MODELS_MEMORY_MB: megabytes.optional(),
  HF_ENDPOINT: webUrl('https://huggingface.co').default('https://huggingface.co'),
  HF_TOKEN: z.string().optional(),
  SERVICE_FILE: z.string().optional(),
  SERVICE_ID: z
    .string()
    .regex(/^[a-z][a-z0-9]*$/, 'must be lowercase letters and digits, a letter first')
    .default('svc'),
  SERVICE_OWNER: z.string().optional(),
  SIGN_UP: z.enum(['open', 'closed', 'invite'], 'must be open, closed, or invite').optional(),
  WELCOME_CREDIT_USD: amount('USD').optional(),
  OWNER_EMAIL: z.email('must be an email address').optional(),
  OWNER_PASSWORD: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_BASE_URL: webUrl('https://github.example.com').default('https://github.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: webUrl('https://accounts.google.com').default('https://accounts.google.com'),
  WALLET_KEY_MIN_STAKE_DIEM: amount('DIEM').optional(),
  OPENAI_API_KEY: z.string().optional(),
  OLLAMA_HOST: z.string().transform(ollamaAddress).pipe(webUrl('http://127.0.0.1:11434')).optional(),
  UPSTREAM_BASE_URL: webUrl('https://api.example.com/v1').optional(),
  UPSTREAM_API_KEY: z.string().optional(),
  UPSTREAM_PRICE: pricePair.optional(),
  PRICE_MARKUP: factor.default('1'),
  DIEM_STAKING_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract: 0x and 40 hexadecimal digits')
    .transform((text) => text.toLowerCase() as `0x${string}`)
    .optional(),
  DIEM_RPC_URL: url(['http:', 'https:'], 'http://127.0.0.1:8545').optional(),
  FAILED_REQUEST_GUARD: z.enum(['on', 'off'], 'must be on or off').default('on'),
  REQUEST_MEMORY_MB: megabytes.optional(),
  MAX_IN_FLIGHT_PER_ACCOUNT: count.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 visible characters')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal, or silent',
    )
    .default('info'),
  SIWX_DOMAINS: list.default([]),
  ...walletVariables,
  LOCAL_CHAINS: z.literal('1', 'must be 1, or not set').optional(),
  NODE_ENV: z.string().default('development'),
});
