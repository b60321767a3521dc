import { stringify } from 'yaml';
import { keptTextDocument, type TextDocument } from '../http/answer/text';
import type { RouteTable } from '../http/route-table';
import { settings } from '../platform/env';
import { processState } from '../platform/process-state';
import { type ApiDocument, makeDocument } from './document';

type Format = 'json' | 'yaml';

/**
 * `GET /api/v1/openapi.json` and `GET /doc/api/swagger.yaml` (docs/api-rules.md, "Base and versions"): the description
 * of all routes of a table under `/api/v1`. Each text is generated at its first use, once for each name and address of
 * the service.
 */
export function describeApi(routes: RouteTable, format: Format): TextDocument {
  const { serviceId, publicOrigin } = settings();
  const made = processState('openapi.texts', () => new Map<string, TextDocument>());
  const key = `${format} ${serviceId} ${publicOrigin}`;
  const text = made.get(key) ?? keptTextDocument(MAKE[format](makeDocument(routes)));
  made.set(key, text);
  return text;
}

const MAKE: Record<Format, (document: ApiDocument) => TextDocument> = {
  json: (document) => ({ text: JSON.stringify(document), contentType: 'application/json; charset=utf-8' }),
  // Without YAML anchors: few tools can read them.
  yaml: (document) => ({
    text: stringify(document, { aliasDuplicateObjects: false }),
    contentType: 'application/yaml; charset=utf-8',
  }),
};
