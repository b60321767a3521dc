import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const ID_BYTES = 4;
/** The size that GCM is made for. */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** A key for texts that are encrypted at rest. The ID names it without giving it away. */
export type SecretsKey = { id: string; key: Buffer };

/** What opening a sealed text gives: the text, or why it cannot be opened. */
export type OpenedText = { text: string } | { problem: 'other_key' | 'damaged' };

/** Makes a key of an operator's text, which should be random: it is not stretched. */
export function secretsKeyOf(material: string): SecretsKey {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', material, '', `farebox secrets ${purpose} v1`, bytes));
  return { id: derive('id', ID_BYTES).toString('hex'), key: derive('key', KEY_BYTES) };
}

/**
 * Encrypts a text with AES-256-GCM, so that a change of it is noticed.
 * @param owner what the text belongs to: it opens for nothing else, so that it cannot be moved to another row
 * @returns `v1.<key id>.<base64url of iv, tag, and ciphertext>`
 */
export function sealText(text: string, owner: string, { id, key }: SecretsKey): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, id, Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')].join('.');
}

/** Decrypts a sealed text. @param owner what it was sealed for */
export function openText(sealed: string, owner: string, { id, key }: SecretsKey): OpenedText {
  const [version, sealedWith, body = ''] = sealed.split('.');
  if (version !== VERSION) return { problem: 'damaged' };
  if (sealedWith !== id) return { problem: 'other_key' };
  const bytes = Buffer.from(body, 'base64url');
  const encrypted = bytes.subarray(IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return { text: Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8') };
  } catch {
    return { problem: 'damaged' };
  }
}
