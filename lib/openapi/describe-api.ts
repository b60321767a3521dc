import { stringify } from 'yaml';
import { type TextDocument, textDocument } from '../http/answer/text';
import type { RouteTable } from '../http/route-table';
import { settings } from '../platform/env';
import { processState } from '../platform/process-state';
import { type ApiDocument, makeDocument } from './document';

/** The description of an API as it is sent. */
type Texts = { json: TextDocument; yaml: TextDocument };

/**
 * `GET /api/v1/openapi.json` and `GET /doc/api/swagger.yaml` (contract 1.1): the description of all routes of a table
 * that lie under `/api/v1`. Made at its first use, once for each name and address of the service.
 */
export function describeApi(routes: RouteTable): Texts {
  const { serviceId, publicOrigin } = settings();
  const made = processState('openapi.texts', () => new Map<string, Texts>());
  const key = `${serviceId} ${publicOrigin}`;
  const texts = made.get(key) ?? textsOf(makeDocument(routes));
  made.set(key, texts);
  return texts;
}

function textsOf(document: ApiDocument): Texts {
  return {
    json: textDocument({ text: JSON.stringify(document), contentType: 'application/json; charset=utf-8' }),
    // Anchors would be read by few tools.
    yaml: textDocument({
      text: stringify(document, { aliasDuplicateObjects: false }),
      contentType: 'application/yaml; charset=utf-8',
    }),
  };
}
