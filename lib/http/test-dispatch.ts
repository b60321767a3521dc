import { toWebResponse } from './answer/web-response';
import { makeDispatch, type RouteTable } from './route-table';

/** For tests: the production door's dispatcher over web objects. */
export function webDispatch(table: RouteTable): (request: Request) => Promise<Response> {
  const dispatch = makeDispatch(table);
  return async (request) => toWebResponse(await dispatch(request));
}
