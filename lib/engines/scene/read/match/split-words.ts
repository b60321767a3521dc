/** A piece of a prompt: a word in small letters, a text in quotation marks for a sign, or punctuation. */
export type Token =
  | { kind: 'word'; word: string; /** As it is written. */ raw: string }
  | { kind: 'text'; text: string }
  | { kind: 'break'; ends: boolean; isColon?: boolean };

/** Longer prompts are cut here. */
const MAX_CHARACTERS = 8_000;
const MAX_TEXT = 120;
/** What words between quotation marks have at most; texts in double ones may be longer. */
const MAX_QUOTED = 80;
const MAX_DOUBLE_QUOTED = 4_000;

/** Words for things that carry text. */
const CARRIERS =
  /\b(?:signs?|signboard|signpost|banners?|placards?|billboard|poster|flag|label|plaque|board|blackboard|chalkboard|shirt|t-shirt|tshirt|box|cake|wall|book|mug|newspaper|card|letter|bubble|door|logo|screen|letters?|lettering|text|words?|title|titled|caption|slogan|message|inscription|headline|says?|saying|reads?|reading|written|writing|labell?ed|spelling|spells|inscribed|marked|print(?:ed|ing)?|engraved|typography|shop|store|bakery|cafe|restaurant|diner|bookstore|bookshop)\b[^.!?\n]{0,40}$/i;
/** A sign whose text stands before it. */
const SIGN_AFTER = /^ ?(?:neon |wooden |street |shop |road )?(?:sign|banner|billboard|placard|lettering|flag)s?\b/i;
/** What comes between a sign and its text without quotation marks. */
const UNQUOTED =
  /\b(signs?|signboard|banner|placard|billboard|flag|poster|plaque|board|blackboard|chalkboard|shirt|t-shirt)\s+(?:(?:that|which|with the words?|with the text|with)\s+)?(?:says?|saying|reads?|reading|words?|text|labell?ed|spelling)\s+/i;

/**
 * Splits a prompt into words and punctuation. Accents and case are removed, hyphens separate words, weights of other
 * image tools (`(word:1.3)`, `<lora:x:1>`) are dropped. Quoted text becomes the text of a sign if the words before it
 * speak of one; otherwise what is in the quotation marks is read like everything else.
 */
export function splitWords(prompt: string): Token[] {
  const plain = simplify(prompt.slice(0, MAX_CHARACTERS));
  const tokens: Token[] = [];
  let from = 0;
  for (const quote of quotesIn(plain)) {
    const before = plain.slice(from, quote.start);
    addWords(tokens, before);
    const isText = CARRIERS.test(before.slice(-MAX_QUOTED)) || SIGN_AFTER.test(plain.slice(quote.end, quote.end + 30));
    if (isText && quote.text !== '') {
      tokens.push({ kind: 'text', text: shortened(quote.text) });
    } else {
      addWords(tokens, quote.text);
    }
    from = quote.end;
  }
  addUnquoted(tokens, plain.slice(from));
  return tokens;
}

function simplify(prompt: string): string {
  return prompt
    .replace(/[“”„‟«»″＂]/g, '"')
    .replace(/[‘’‚‛‹›′`´]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/<[a-z]{1,12}:[^<>\s]{1,60}>/gi, ' ')
    .replace(/:\d+(?:\.\d+)?(?=[)\]])/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\b\d{1,3}(?:[ ,']\d{3})+\b/g, (number) => number.replaceAll(/\D/g, ''));
}

/** The text of a sign; what is too long ends in dots. */
function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  return `${text
    .slice(0, MAX_TEXT - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()}…`;
}

type Quote = { start: number; end: number; text: string };

/** Texts in quotation marks, in one pass. A single quotation mark opens only before and closes only after a word. */
function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark !== '"' && !(mark === "'" && !isLetter(text[at - 1]) && isLetter(text[at + 1]))) continue;
    const end = closing(text, at, mark);
    if (end === -1) continue;
    quotes.push({
      start: at,
      end: end + 1,
      text: text
        .slice(at + 1, end)
        .replace(/\s+/g, ' ')
        .trim(),
    });
    at = end;
  }
  return quotes;
}

/**
 * An unclosed mark costs no more than the longest quotation: a double one is then the last of its line, and a single one
 * is short.
 */
function closing(text: string, start: number, mark: string): number {
  const last = Math.min(text.length, start + (mark === '"' ? MAX_DOUBLE_QUOTED : MAX_QUOTED) + 2);
  for (let at = start + 1; at < last; at += 1) {
    if (text[at] === '\n') return -1;
    if (text[at] === mark && (mark === '"' || !isLetter(text[at + 1]))) return at;
  }
  return -1;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** "With the word LOVE": the text is in capitals, without quotation marks. */
const CAPITALS = /\bthe (?:words?|text|letters|lettering|title|caption|message|slogan) (?=[A-Z]{2})/;

/** The rest of the prompt may have the text of a sign without quotation marks: `a sign that says OPEN`. */
function addUnquoted(tokens: Token[], text: string): void {
  const found = UNQUOTED.exec(text) ?? CAPITALS.exec(text);
  if (!found) return addWords(tokens, text);
  const from = found.index + found[0].length;
  const rest = text.slice(from, from + MAX_QUOTED);
  const capitals = /^(?:[\p{Lu}\p{N}][\p{Lu}\p{N}'!&-]*\s*){1,6}(?![\p{Ll}])/u.exec(rest)?.[0] ?? '';
  const words =
    capitals ||
    (/^(?:(?!(?:on|in|at|above|over|under|beside|near|behind|with|next|and)\b)[\p{L}\p{N}'!-]+\s*){1,4}/iu.exec(
      rest,
    )?.[0] ??
      '');
  addWords(tokens, text.slice(0, from));
  if (words.trim() !== '') tokens.push({ kind: 'text', text: shortened(words.trim()) });
  addWords(tokens, text.slice(from + words.length));
}

const PIECE = /\p{N}+(?:[.:×]\p{N}+)+|[\p{L}\p{N}\p{M}]+|[.!?;:\n,()[\]{}|/]|&/gu;

function addWords(tokens: Token[], text: string): void {
  for (const [piece] of text.matchAll(PIECE)) {
    if (/^\p{N}+[.:×]/u.test(piece)) continue;
    if (piece.length > 1 || /[\p{L}\p{N}&]/u.test(piece)) {
      tokens.push({ kind: 'word', word: withoutAccents(piece), raw: piece });
    } else if (/[.!?;:\n]/.test(piece)) {
      tokens.push({ kind: 'break', ends: true, ...(piece === ':' && { isColon: true }) });
    } else if (piece === ',' || piece === '|' || piece === '/') {
      tokens.push({ kind: 'break', ends: false });
    }
  }
}

function withoutAccents(word: string): string {
  if (/^[A-Za-z0-9&]+$/.test(word)) return word.toLowerCase();
  return word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('ø', 'o').toLowerCase();
}
