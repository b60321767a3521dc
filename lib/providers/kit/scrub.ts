/** Makes upstream texts safe to show to callers. */

const MAX_MESSAGE_CHARACTERS = 400;

/** Replaces a message about the operator's relation to the upstream. */
const NEUTRAL = 'The model rejected the request.';

/** Words of that relation: which account, key, plan or bill is behind a request is none of the caller's business. */
const ACCOUNT_WORDS =
  /\b(accounts?|organi[sz]ations?|billing|invoices?|quotas?|credits?|subscriptions?|plans?|tiers?|workspaces?|projects?|deployments?|api[ _-]?keys?|credentials?|permissions?|tenants?)\b/i;

/**
 * Repeating patterns match only at the start of a word, so that a long text of near-matches is not scanned repeatedly.
 */
const PATTERNS = [
  /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g,
  // Addresses of any kind: a database URL contains its password.
  /(?<![\w+.-])[a-z][a-z\d+.-]*:\/\/\S+/gi,
  /\b(?:authorization|cookie)["']?\s*[:=]\s*["']?\S+(?:\s+\S+)?/gi,
  /(?<![\w.+-])[\w.+-]+@[\w-]+(\.[\w-]+)+\b/g,
  /\bbearer\s+\S+/gi,
  /\b(sk|pk|org|proj|key|user|acct|req)[-_][\w-]{6,}/gi,
  // Amazon access key ids, permanent and temporary.
  /(?:AKIA|ASIA)[A-Z0-9]{16}/g,
  // Keys of other services with a known prefix; a shorter text is an ordinary name, such as hf_transfer.
  /\b(?:AIza|gh[oprsu]_|github_pat_|glpat-|hf_|npm_|xox[abeprs]-|ya29\.)[\w-]{14,}/g,
  /\b[\da-f]{40,}\b/gi,
  // A JSON Web Token; its last part is empty if it is not signed.
  /(?<![\w-])eyJ[\w-]{6,}(?:\.[\w-]*){1,4}/g,
  /\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g,
  /\[?\b[\da-f]{1,4}(:[\da-f]{0,4}){3,7}\]?(:\d+)?/gi,
  // File paths of the server: two segments or more, unlike a model's name such as org/model.
  /(?<![\w.:/])(?:~|\.{0,2})\/(?:[\w.@+-]+\/)+[\w.@+-]+(?::\d+)?/g,
  /\b[a-z]:\\(?:[^\s\\"']+\\)+[^\s\\"']+/gi,
  /\blocalhost(:\d+)?\b/gi,
  /(?<![\w-]|[\w-]\.)[\w-]+(\.[\w-]+)*\.(com|net|org|io|ai|dev|cloud|internal|local|lan|svc)(:\d+)?\b/gi,
];

/** Names of secrets. Of tokens, only those that grant access: not `max_tokens` or `eos_token`. */
const SECRET_NAME = String.raw`(?:password|passwd|pwd|secret(?:[-_]?access)?(?:[-_]?key)?|(?:account|api|private|shared)[-_]?key|passphrase|(?:(?<![\w-])|(?:access|api|auth|bearer|id|refresh|secret|security|session)[-_]?)token)`;

/** The value after the name: a quoted text, also in JSON inside JSON, or everything up to the next space. */
const SECRET_VALUE = String.raw`(?:\\"[^"]*"?|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\S+)`;

/**
 * A secret and its name: `password=x`, `token = 'x y'`, or in JSON, `"secret": "x"`. In prose a colon starts no value.
 */
const NAMED_SECRET = new RegExp(
  String.raw`(${SECRET_NAME}(?:["']?[ \t]*=[ \t]*|\\?["'][ \t]*:[ \t]*(?=\\?["'])))${SECRET_VALUE}`,
  'gi',
);

/**
 * A message of an upstream without the operator's key, address, and account.
 * @param secrets exact texts to remove: the key, the base address, its host
 */
export function scrubMessage(message: string, secrets: readonly string[]): string {
  const text = hideSecrets(message, secrets);
  if (text === '' || ACCOUNT_WORDS.test(text)) return NEUTRAL;
  return text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}…` : text;
}

/** A server's text for the operator's log: complete except for secrets; some servers quote the key that they refuse. */
export function hideSecrets(message: string, secrets: readonly string[]): string {
  let text = message.slice(0, MAX_MESSAGE_CHARACTERS * 4);
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '…');
  text = text.replace(NAMED_SECRET, '$1…');
  for (const pattern of PATTERNS) text = text.replace(pattern, '…');
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
