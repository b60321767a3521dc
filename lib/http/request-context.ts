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

/** One request and its answer, from the first step of the pipeline to the last. */
export type RequestContext = {
  requestId: string;
  request: ApiRequest;
  /** How the route table spells the path, e.g. `/api/v1/models/[...id]`; bounded, so that metrics can count by it. */
  pattern: string;
  auth: Auth;
  metadata: ReplyMetadata;
  /** The headers that let other origins read the answer; empty for the console's own routes. */
  origins: Readonly<HeaderList>;
  /** Milliseconds since 1970. */
  arrivedAtMs: number;
  /** Who counts for a failure, for the failed-request guard; null where nobody does. */
  guardSubject: (() => string) | null;
  /** Null until the caller is known. */
  caller: Caller | null;
  /** What was asked of the rate limits; null where nothing was. */
  demand: Demand | null;
  /** Null where no limit counted the request. */
  admission: Admission | null;
  /** Null where no `Idempotency-Key` was claimed. */
  idempotencyRecord: IdempotencyRecord | null;
  /** The memory that the request's body uses; null where no body was read. */
  lease: MemoryLease | null;
};

const NO_ORIGIN: Readonly<HeaderList> = [];

/** The exchange of a request that has just arrived. */
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
    lease: null,
  };
}
