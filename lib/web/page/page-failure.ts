/** Why a page could not be read although its address may be. Nothing is charged for it. */

/**
 * - `unreachable`: no connection, or the answer broke off
 * - `gone`: its server says that there is no such page (404 or 410)
 * - `refused`: its server answered with another error, or asks for a login
 * - `elsewhere`: it redirects too often, or to an address that may not be read
 * - `too_slow`, `too_large`: beyond the bounds of `fetch-page.ts` and `convert-page.ts`
 * - `unsupported`: neither text nor a document that can be read
 * - `empty`: there is no text on it
 * - `sign_in`: there is only a form to sign in on it
 */
export type PageFailureKind =
  'unreachable' | 'gone' | 'refused' | 'elsewhere' | 'too_slow' | 'too_large' | 'unsupported' | 'empty' | 'sign_in';

/** An `Error` whose message is for the caller: it has neither the address of the page nor one of a network. */
export type PageFailure = Error & {
  kind: PageFailureKind;
  /** What its server answered, if that is why. */
  status?: number;
  /** Of a page without text, or with a form to sign in: where it links to, if that is known. */
  links?: readonly string[];
};

const BRAND = Symbol.for('farebox.PageFailure');

/** Makes a failure. @param reason ends the sentence `The page could not be read: …` */
export function pageFailure(kind: PageFailureKind, reason: string, cause?: unknown): PageFailure {
  const message = `The page could not be read: ${reason}`;
  return Object.assign(new Error(message, { cause }), { name: 'PageFailure', kind, [BRAND]: true });
}

/** Whether a thrown value is a `PageFailure`, also one made in the other module graph. */
export function isPageFailure(thrown: unknown): thrown is PageFailure {
  return typeof thrown === 'object' && thrown !== null && BRAND in thrown;
}
