import { isApiError } from '../../core/errors';
import { log } from '../../platform/log';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import { hideSecrets } from '../../providers/kit/scrub';
import { refusedStatus } from '../../providers/kit/list-refused';

const MAX_CHARACTERS = 300;
/** How deep causes are nested: an error, the upstream's status, the upstream's text. */
const MAX_DEPTH = 4;

const TOO_SLOW = 'It did not answer in time.';

/**
 * Why a call of a provider failed, as sentences for the owner, without its secrets. What they do not say is in the log.
 * @param called.provider its name, for the log
 * @param called.secrets exact texts that must not appear
 */
export function failureText(
  thrown: unknown,
  { provider, secrets }: { provider: string; secrets: readonly string[] },
): string {
  const status = refusedStatus(thrown);
  if (status !== null) return ofStatus(status);
  if (isFetchFailure(thrown)) return ofConnection(thrown.kind, codeOf(thrown));
  const causes = causesOf(thrown);
  const connection = causes.find(isFetchFailure);
  if (connection) return ofConnection(connection.kind, codeOf(connection));
  const answered = causes.map((cause) => /answered (\d{3})$/.exec(cause.message)?.[1]).find(Boolean);
  const said = answered === undefined ? '' : hideSecrets(causes.at(-1)?.message ?? '', secrets);
  const quoted = said === '' || said.endsWith(`answered ${answered ?? ''}`) ? '' : ` It says: ${said}`;
  if (answered !== undefined) return `${ofStatus(Number(answered))}${quoted}`.slice(0, MAX_CHARACTERS);
  if (causes.some(isTimeout)) return TOO_SLOW;
  const reason = causes.map(({ name, message }) => `${name}: ${message}`).join('; caused by ') || String(thrown);
  log.error({ provider, reason: hideSecrets(reason, secrets) }, 'a call of a provider for an owner failed');
  const message = isApiError(thrown) ? thrown.message : 'It failed for an unknown reason; the server log has it.';
  return hideSecrets(message, secrets).slice(0, MAX_CHARACTERS);
}

function ofStatus(status: number): string {
  if (status === 401 || status === 403) return `It refuses the key (${status}).`;
  if (status === 402) return 'It asks for payment (402): check the credit of your account there.';
  if (status === 404) return 'It does not know this address or model (404). Most addresses end with /v1.';
  if (status === 429) return 'It refuses for now (429): too many requests, or no credit left.';
  if (status >= 300 && status < 400) return `It redirects to another address (${status}), which is never followed.`;
  return `It answered with status ${status}.`;
}

function ofConnection(kind: string, code: string): string {
  const named = code === '' ? '' : ` (${code})`;
  switch (kind) {
    case 'connect':
      return `No connection to this address${named}. Is the server running, and is the address right?`;
    case 'timeout':
    case 'aborted':
      return TOO_SLOW;
    case 'too_large':
      return 'Its answer is too large.';
    default:
      return `Its answer is not that of an API of this kind${named}. Most addresses end with /v1.`;
  }
}

/** An abort by our own limit on the call, or a failure that means the same. */
function isTimeout(error: Error): boolean {
  return error.name === 'TimeoutError' || (isApiError(error) && error.code === 'REQUEST_TIMEOUT');
}

function causesOf(thrown: unknown): Error[] {
  const causes: Error[] = [];
  for (let error = thrown; error instanceof Error && causes.length < MAX_DEPTH; error = error.cause) causes.push(error);
  return causes;
}

/** The code of the network's own error, such as ECONNREFUSED. */
function codeOf({ cause }: Error): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' && /^[A-Z_]{3,40}$/.test(cause.code) ? cause.code : '';
}
