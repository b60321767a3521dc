/**
 * The text that a wallet signs: EIP-4361 for Ethereum wallets, and the same lines for Solana (docs/api-rules.md,
 * "Wallet sign-in").
 */

/** The members of a sign-in message. */
export type SignInMessage = {
  /** Which kind of account the first line names. */
  kind: 'Ethereum' | 'Solana';
  domain: string;
  address: string;
  statement?: string;
  uri: string;
  version: string;
  /** As in the text: a bare reference such as `8453`, or the whole CAIP-2 name. */
  chainId: string;
  nonce: string;
  issuedAt: string;
  expirationTime?: string;
  notBefore?: string;
  requestId?: string;
  resources?: string[];
};

const FIRST_LINE = /^(\S+) wants you to sign in with your (Ethereum|Solana) account:$/;
const FIELDS = {
  URI: 'uri',
  Version: 'version',
  'Chain ID': 'chainId',
  Nonce: 'nonce',
  'Issued At': 'issuedAt',
  'Expiration Time': 'expirationTime',
  'Not Before': 'notBefore',
  'Request ID': 'requestId',
} as const;
type FieldName = keyof typeof FIELDS;
const RESOURCE = '- ';

/** Writes the text of a message. Its members must not contain control characters, or lines could be added. */
export function writeMessage(message: SignInMessage): string {
  const { kind, domain, address, statement, resources } = message;
  const head = [`${domain} wants you to sign in with your ${kind} account:`, address, ''];
  if (statement) head.push(statement, '');
  // EIP-4361 has two empty lines where there is no statement.
  else if (kind === 'Ethereum') head.push('');
  const fields = Object.entries(FIELDS).flatMap(([label, name]) =>
    message[name] === undefined ? [] : [`${label}: ${message[name]}`],
  );
  const listed = resources === undefined ? [] : ['Resources:', ...resources.map((uri) => `${RESOURCE}${uri}`)];
  return [...head, ...fields, ...listed].join('\n');
}

/**
 * Reads a message. Fields may be missing except those that make it one: the first line and the address.
 * @returns null if the text is no sign-in message: an unknown line, a field twice or in the wrong order
 */
export function parseMessage(
  text: string,
): (Partial<SignInMessage> & Pick<SignInMessage, 'kind' | 'domain' | 'address'>) | null {
  const [first = '', address = '', ...rest] = text.split('\n');
  const [, domain, kind] = FIRST_LINE.exec(first) ?? [];
  if (domain === undefined || kind === undefined || address === '') return null;
  const body = readStatement(rest);
  if (body === null) return null;
  const fields = readFields(body.lines);
  if (fields === null) return null;
  return { kind: kind as SignInMessage['kind'], domain, address, statement: body.statement, ...fields };
}

/** The lines after the address: an empty one, then maybe a statement and another empty one. */
function readStatement(lines: string[]): { statement?: string; lines: string[] } | null {
  const [empty, ...after] = lines;
  if (empty !== '') return null;
  const [statement, end, ...others] = after;
  if (statement !== undefined && isField(statement)) return { lines: after };
  // No statement leaves two empty lines, of which some wallets write one.
  if (statement === '') return { lines: after.slice(1) };
  return end === '' ? { statement, lines: others } : null;
}

const isField = (line: string): boolean => Object.keys(FIELDS).some((label) => line.startsWith(`${label}: `));

function readFields(lines: string[]): Partial<SignInMessage> | null {
  const fields: Partial<Record<(typeof FIELDS)[FieldName], string>> = {};
  const labels = Object.keys(FIELDS) as FieldName[];
  let next = 0;
  for (const [at, line] of lines.entries()) {
    if (line === 'Resources:') {
      const listed = lines.slice(at + 1);
      if (listed.some((resource) => !resource.startsWith(RESOURCE))) return null;
      return { ...fields, resources: listed.map((resource) => resource.slice(RESOURCE.length)) };
    }
    const found = labels.findIndex((label, index) => index >= next && line.startsWith(`${label}: `));
    const label = labels[found];
    if (label === undefined) return null;
    fields[FIELDS[label]] = line.slice(label.length + 2);
    next = found + 1;
  }
  return fields;
}
