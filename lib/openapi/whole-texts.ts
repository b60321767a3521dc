import type { ClientAddress } from '../accounts/caller';
import type { TextDocument } from '../http/answer/text';
import type { RouteTable } from '../http/route-table';
import { subjectOfAddress } from '../limits/subject-of-address';
import { take } from '../limits/take';
import { describeApi } from './describe-api';
import { retrieveAllPages } from './markdown-texts';

/** How the whole reference can be had in one text. */
type Format = 'markdown' | 'json' | 'yaml';

/**
 * The whole reference in one text of some 200 KB. Anybody may ask for it, and writing it costs more than most answers,
 * so an address gets it a limited number of times (docs/limits.md, "Sign-in and other actions").
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export function serveWholeReference(
  routes: RouteTable,
  format: Format,
  client: ClientAddress,
): TextDocument | Promise<TextDocument> {
  take('wholeReference', subjectOfAddress(client.address));
  return format === 'markdown' ? retrieveAllPages(routes) : describeApi(routes, format);
}
