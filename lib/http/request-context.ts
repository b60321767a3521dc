import type { Caller } from '../accounts/caller';
import { newMetadata, type ReplyMetadata } from '../core/reply-metadata';
import type { IdempotencyRecord } from '../idempotency/types';
import type { Admission, Demand } from '../limits/admit';
import { clock } from '../platform/clock';
import { type Auth, isForAnyOrigin } from './admission/authorize';
import type { MemoryLease } from '../platform/sharing/memory-shares';
import { corsHeaders } from './answer/cors';
import type { HeaderList } from './answer/header-list';
import { newRequestId } from './answer/headers';
import type { ApiRequest } from './request';

/** The state of one request, from the first step of the pipeline to the last. */
export type RequestContext = {
  requestId: string;
  request: ApiRequest;
  /** The route table's pattern, e.g. `/api/v1/models/[...id]`; a bounded set, so that metrics can use it as a label. */
  pattern: string;
  auth: Auth;
  metadata: ReplyMetadata;
  /** The CORS headers of the response; empty for the console's own routes. */
  origins: Readonly<HeaderList>;
  /** Milliseconds since 1970. */
  arrivedAtMs: number;
  /** Whom the failed-request guard charges for a failure; null if nobody. */
  guardSubject: (() => string) | null;
  /** Null until the caller is known. */
  caller: Caller | null;
  /** What the request asked of the rate limits; null if nothing. */
  demand: Demand | null;
  /** Null if no limit counted the request. */
  admission: Admission | null;
  /** Null if no `Idempotency-Key` was acquired. */
  idempotencyRecord: IdempotencyRecord | null;
  /** Frees the account's slot for requests in flight; null if none is taken. */
  freeSlot: (() => void) | null;
  /** The memory used by the request's body; null if no body was read. */
  lease: MemoryLease | null;
};

const NO_ORIGIN: Readonly<HeaderList> = [];

/** The context of a request that has just arrived. */
export function createRequestContext(request: ApiRequest, auth: Auth, pattern = 'other'): RequestContext {
  return {
    requestId: newRequestId(),
    request,
    pattern,
    auth,
    metadata: newMetadata(),
    origins: isForAnyOrigin(auth) ? corsHeaders(request.headers.get('origin')) : NO_ORIGIN,
    arrivedAtMs: clock.now(),
    guardSubject: null,
    caller: null,
    demand: null,
    admission: null,
    idempotencyRecord: null,
    freeSlot: null,
    lease: null,
  };
}
