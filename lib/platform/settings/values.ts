import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { formatNanoUsd, MAX_MARKUP, MAX_NANO_USD, MAX_PRICE_NANO_USD, parseUsd } from '../../core/money';

/** The kinds of values that settings have, as texts of the environment. */

/** Ollama's own port, for `OLLAMA_HOST` without one. */
const OLLAMA_PORT = '11434';

/** Names separated by commas. */
export const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1, 'must be names separated by single commas')));

const decimalPattern = /^\d{1,6}(\.\d{1,9})?$/;

/** A factor on a price. */
export const factor = z
  .string()
  .refine(
    (text) => decimalPattern.test(text) && Number(text) > 0 && Number(text) <= MAX_MARKUP,
    `must be a decimal number above 0 and at most ${MAX_MARKUP}, such as 1.25`,
  );

/** An amount of money, converted to nano units. */
export const amount = (unit: 'USD' | 'DIEM') =>
  z.string().transform((text, context) => {
    const nano = parseUsd(text);
    if (nano === null || nano > MAX_NANO_USD) {
      context.addIssue(`must be an amount of ${unit} such as 1 or 0.50, at most ${formatNanoUsd(MAX_NANO_USD)}`);
      return z.NEVER;
    }
    return nano;
  });

/** A URL with one of these protocols (`https:`), unchanged. */
export const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address such as ${example}`,
    );

/** An HTTP URL, without a trailing slash. */
export const webUrl = (example: string) =>
  url(['http:', 'https:'], example).transform((text) => text.replace(/\/+$/, ''));

/** The number of a TCP port. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port between 1 and 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'must be a port between 1 and 65535');

/** An amount of memory for requests, in 10^6 bytes. */
export const megabytes = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of megabytes, at least 120')
  .transform(Number)
  .refine((number) => number >= 120, 'must be a whole number of megabytes, at least 120');

/** A whole number, at least one. */
export const count = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number between 1 and 999999')
  .transform(Number);

/**
 * An address, or a network with its prefix. Short forms (`10`, `10/8`) are refused, because they do not mean what they
 * seem to.
 */
export function isNetwork(text: string): boolean {
  return text.includes('/')
    ? ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

/** Two prices, `input/output`, in USD per million tokens. */
export const pricePair = z
  .string()
  .refine(
    (text) => text.split('/').length === 2 && text.split('/').every(isPrice),
    `must be USD per million tokens as input/output: 0.15/0.60, each at most ${formatNanoUsd(MAX_PRICE_NANO_USD)}`,
  );

function isPrice(text: string): boolean {
  const nanoUsd = decimalPattern.test(text) ? parseUsd(text) : null;
  return nanoUsd !== null && nanoUsd <= MAX_PRICE_NANO_USD;
}

/** A sign-in service: our client credentials there, and its URL without a trailing slash. */
export type SignInService = { clientId: string; clientSecret: string; url: string };

/** A sign-in service; undefined if it is not configured. */
export function serviceOf(
  clientId: string | undefined,
  clientSecret: string | undefined,
  url: string,
): SignInService | undefined {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret, url } : undefined;
}

/** Ollama's own variable allows `host`, `host:port`, and whole addresses. */
export function ollamaAddress(text: string): string {
  const withScheme = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(withScheme)) return text;
  const address = new URL(withScheme);
  if (address.port === '' && withScheme !== text) address.port = OLLAMA_PORT;
  if (address.hostname === '0.0.0.0') address.hostname = '127.0.0.1';
  return address.href;
}
