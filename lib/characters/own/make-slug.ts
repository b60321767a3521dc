/** Maximum length of the part that is made from the name. */
const MAX_NAME_PART = 60;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_CHARACTERS = 5;

/**
 * A slug for a new character: its name in plain letters and a random end, e.g. `lighthouse-keeper-k2m7p`. The random
 * end allows several characters of the same name, keeps the slug of a deleted character from being reused, and does not
 * reveal whether a draft of that name exists.
 */
export function makeSlug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME_PART)
    .replace(/^-+|-+$/g, '');
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
  const end = [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return `${plain || 'character'}-${end}`;
}
