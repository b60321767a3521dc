import { toWebResponse } from './answer/web-response';
import { makeDispatch, type RouteTable } from './route-table';

/** For tests: the production server's dispatcher for web `Request` and `Response`. */
export function webDispatch(table: RouteTable): (request: Request) => Promise<Response> {
  const dispatch = makeDispatch(table);
  return async (request) => toWebResponse(await dispatch(request));
}
