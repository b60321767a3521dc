import { z } from 'zod';
import { ApiError } from '../../core/errors';
import { readHeaderJson } from '../header-json';

const text = z.string('must be a string').min(1, 'must not be empty');
/** Text that becomes a line of the signed message: a control character could add another one. */
const line = text.regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters');

/** The members from which the message is built if its text is not sent. */
const Structured = z.object({
  domain: line.regex(/^\S+$/, 'must not contain spaces'),
  uri: line,
  version: line,
  nonce: line.optional(),
  issuedAt: line.optional(),
  expirationTime: line.optional(),
  notBefore: line.optional(),
  requestId: line.optional(),
  statement: line.optional(),
  resources: z.array(line, 'must be a list of strings').optional(),
});

const Common = z.object({
  address: line,
  signature: text,
  chainId: z.union([z.number(), z.string()], 'must be a number or a string').optional(),
  type: z.enum(['eip191', 'eip1271', 'ed25519'], 'must be eip191, eip1271, or ed25519').optional(),
  /** When the wallet signed, milliseconds since 1970. */
  timestamp: z.number('must be a number').optional(),
});

/** The JSON of the header: with the signed text itself, or with the members from which it is built. */
const Payload = z.union([
  Common.extend({ message: text }),
  Common.extend({ message: z.undefined().optional(), ...Structured.shape }),
]);

/** A sign-in as a wallet sends it. */
export type SignInPayload = z.output<typeof Payload>;

/**
 * Reads the header `SIGN-IN-WITH-X`: base64 of UTF-8 JSON.
 * @throws ApiError X402_SIGN_IN_PARSE_ERROR if it is none or is too long, X402_SIGN_IN_INVALID_PAYLOAD naming what is
 *   missing or wrong
 */
export function readPayload(header: string): SignInPayload {
  const parsed = Payload.safeParse(readHeaderJson(header, unreadable));
  if (parsed.success) return parsed.data;
  throw new ApiError('X402_SIGN_IN_INVALID_PAYLOAD', `The wallet sign-in ${firstProblem(parsed.error)}.`);
}

const unreadable = (what: string) => new ApiError('X402_SIGN_IN_PARSE_ERROR', `The header SIGN-IN-WITH-X ${what}.`);

/** What is wrong, named: of the two layouts, that of the structured members says more. */
function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  const layouts = issue?.code === 'invalid_union' ? issue.errors : [];
  const [found] = layouts.at(-1) ?? error.issues;
  const name = found?.path.join('.') ?? '';
  if (name === '') return 'must be a JSON object with address, message, and signature';
  return `has no valid ${name}: it ${found?.message ?? 'is wrong'}`;
}
