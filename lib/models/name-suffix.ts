import { suffixKeyToSchemaName } from '../core/service-name';
import { settings } from '../platform/env';

/** Parameters that a model name may carry after a colon. Source: docs/api-rules.md, "Model suffixes". */
const SUFFIX_PARAMETERS = new Set([
  'enable_web_search',
  'enable_web_citations',
  'enable_web_scraping',
  'include_svc_system_prompt',
  'include_search_results_in_stream',
  'return_search_results_as_documents',
  'character_slug',
  'strip_thinking_response',
  'disable_thinking',
  'enable_x_search',
]);

/** The parameters of a name's suffix, URL-decoded, without unknown ones: `a=1&b=2`. */
export function parseSuffix(text: string): Record<string, string> {
  const found: [string, string][] = [];
  for (const part of text.split('&')) {
    const [written = '', ...value] = part.split('=');
    const parameter = suffixKeyToSchemaName(written, settings().serviceId);
    if (SUFFIX_PARAMETERS.has(parameter)) found.push([parameter, decode(value.join('='))]);
  }
  return Object.fromEntries(found);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
