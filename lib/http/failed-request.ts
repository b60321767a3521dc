import { type AccountCaller, keyIdOf } from '../accounts/caller';
import { ERROR_STATUS, isApiError } from '../core/errors';
import { noteFailedRequest } from '../failures/note-failed-request';
import { clock } from '../platform/clock';
import { causeText } from '../platform/log';
import { isConsole, isForSpenders } from './admission/authorize';
import { publicErrorOf } from './answer/errors';
import type { RequestContext } from './request-context';
import { pathOf } from './request';

const API = '/api/v1/';
/** Longest stored path; none of our paths is longer. */
const MAX_PATH_CHARACTERS = 100;
const SERVER_ERROR = 500;

/**
 * Records an API request that was answered with an error: for a caller with an account, everything except rate limit
 * refusals, which have their own log; for anybody else, only our own failures. Requests that the console's pages make
 * to show something are not recorded. Never throws.
 * @param sent the status of the response; if it is a success because a stream failed midway, the error's status is
 * recorded
 */
export function noteFailure(context: RequestContext, sent: number, thrown: unknown): void {
  const { requestId, request, pattern, auth, caller, metadata, demand, arrivedAtMs } = context;
  const error = publicErrorOf(thrown);
  const status = sent < 400 ? ERROR_STATUS[error?.code ?? 'UNKNOWN_ERROR'] : sent;
  const isOurs = status >= SERVER_ERROR;
  const known = accountOf(caller, auth);
  if (known === null && !isOurs) return;
  if (auth === 'probe' || auth === 'metrics' || isConsole(auth)) return;
  const route = pattern.startsWith(API) ? pattern : pathOf(request).slice(0, MAX_PATH_CHARACTERS);
  if (!route.startsWith(API) || error?.code === 'RATE_LIMIT_EXCEEDED') return;
  const modelId = metadata.model?.id ?? demand?.modelId;
  noteFailedRequest({
    requestId,
    accountId: known?.account.id ?? null,
    keyId: known && keyIdOf(known),
    modelId: modelId === undefined || modelId.startsWith('endpoint:') ? null : modelId,
    route,
    status,
    code: error?.code ?? 'UNKNOWN_ERROR',
    message: error?.options.noted ?? error?.message ?? 'Something failed on our side.',
    cause: isOurs ? causeText(isApiError(thrown) ? thrown.cause : thrown) : null,
    durationMs: clock.now() - arrivedAtMs,
  });
}

/**
 * The account to which a failed request belongs. For a browser session only if the request was sent to a model: all
 * others are made by the console's pages, and the visitor has no part in their mistakes.
 */
function accountOf(caller: RequestContext['caller'], auth: RequestContext['auth']): AccountCaller | null {
  if (caller === null || caller.kind === 'anonymous') return null;
  return caller.kind === 'session' && !isForSpenders(auth) ? null : caller;
}
