/** Text of an upstream that a caller may read. */

const MAX_MESSAGE_CHARACTERS = 400;

/** Said instead of a message that speaks of the operator's relation to the upstream. */
const NEUTRAL = 'The model rejected the request.';

/** Words of that relation: which account, key, plan or bill stands behind a request is not the caller's matter. */
const ACCOUNT_WORDS =
  /\b(accounts?|organi[sz]ations?|billing|invoices?|quotas?|credits?|subscriptions?|plans?|tiers?|workspaces?|projects?|deployments?|api[ _-]?keys?|credentials?|permissions?|tenants?)\b/i;

const PATTERNS = [
  /\bhttps?:\/\/\S+/gi,
  /\b[\w.+-]+@[\w-]+(\.[\w-]+)+\b/g,
  /\bbearer\s+\S+/gi,
  /\b(sk|pk|org|proj|key|user|acct|req)[-_][\w-]{6,}/gi,
  /\b\d{1,3}(\.\d{1,3}){3}(:\d+)?\b/g,
  /\[?\b[\da-f]{1,4}(:[\da-f]{0,4}){3,7}\]?(:\d+)?/gi,
  // Files of the server: a path of two steps or more, not a model's name such as org/model.
  /(?<![\w.:/])(?:~|\.{0,2})\/(?:[\w.@+-]+\/)+[\w.@+-]+(?::\d+)?/g,
  /\b[a-z]:\\(?:[^\s\\"']+\\)+[^\s\\"']+/gi,
  /\b(localhost|[\w-]+(\.[\w-]+)*\.(com|net|org|io|ai|dev|cloud|internal|local|lan|svc))(:\d+)?\b/gi,
];

/**
 * A message of an upstream without its key, its address and its account.
 * @param secrets exact texts to remove: the key, the base address, its host
 */
export function scrubMessage(message: string, secrets: readonly string[]): string {
  const text = hideSecrets(message, secrets);
  if (text === '' || ACCOUNT_WORDS.test(text)) return NEUTRAL;
  return text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}…` : text;
}

/** A server's words for the operator's log: whole, but for secrets; some servers quote the key that they refuse. */
export function hideSecrets(message: string, secrets: readonly string[]): string {
  let text = message.slice(0, MAX_MESSAGE_CHARACTERS * 4);
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, '…');
  for (const pattern of PATTERNS) text = text.replace(pattern, '…');
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
