import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ClientAddress } from '../caller';
import type { Settings } from '../../platform/env';
import { sessionSecret } from '../session';

/** Letters and digits that are not easily confused (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP_CHARACTERS = 4;

/**
 * The one-time code that the first account needs if the visitor could be anyone: `7K3M-Q9TD-W2XA`, 60 bits. It is valid
 * only while no account exists. Derived from the session secret, so that all processes of an installation have the same
 * one.
 */
export async function setupCode(): Promise<string> {
  const digest = createHmac('sha256', await sessionSecret())
    .update('set-up code')
    .digest();
  const characters = Array.from(digest.subarray(0, GROUPS * GROUP_CHARACTERS), (byte) => ALPHABET.charAt(byte % 32));
  const text = characters.join('');
  return Array.from({ length: GROUPS }, (_, group) =>
    text.slice(group * GROUP_CHARACTERS, (group + 1) * GROUP_CHARACTERS),
  ).join('-');
}

/** Whether the input is the setup code; spaces, dashes, and case do not matter. */
export async function isSetupCode(typed: string): Promise<boolean> {
  const expected = Buffer.from(plain(await setupCode()));
  const given = Buffer.from(plain(typed));
  return given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
}

/** Whether the first account needs the code: not for a visitor on the same machine without a proxy. */
export function needsSetupCode(settings: Pick<Settings, 'loopback' | 'trustProxy'>, client: ClientAddress): boolean {
  return !settings.loopback || settings.trustProxy !== undefined || !client.direct;
}

function plain(code: string): string {
  return code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
