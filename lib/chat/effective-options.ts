import { type ErrorIssue, invalidRequest } from '../core/errors';
import { memberName } from '../core/service-name';
import { settings } from '../platform/env';
import { effectiveWeb } from '../web/effective-search';
import { type EffectiveParameters, SvcParameters } from './request/options';

/**
 * The service's options of a request as they take effect: the suffix overrides the body. Web options are reported as
 * `lib/web` applies them.
 * @param given `svc_parameters` of the body
 * @param suffix options after the model's name, as parsed by `findModel`, which drops unknown ones
 * @throws ApiError INVALID_REQUEST for a bad value in the suffix
 */
export function effectiveOptions(
  given: SvcParameters | undefined,
  suffix: Record<string, string>,
): EffectiveParameters {
  const requested = { ...given, ...parseSuffix(suffix) };
  const web = effectiveWeb({
    search: requested.enable_web_search ?? undefined,
    scraping: requested.enable_web_scraping ?? undefined,
    citations: requested.enable_web_citations ?? undefined,
    resultsInStream: requested.include_search_results_in_stream ?? undefined,
    resultsAsDocuments: requested.return_search_results_as_documents ?? undefined,
  });
  const isThinkingOff = requested.disable_thinking ?? false;
  return {
    enable_e2ee: false,
    enable_web_search: web.search,
    enable_web_citations: web.citations,
    enable_web_scraping: web.scraping,
    include_svc_system_prompt: requested.include_svc_system_prompt ?? true,
    include_search_results_in_stream: web.resultsInStream,
    return_search_results_as_documents: web.resultsAsDocuments,
    // If reasoning is off, it is also removed (docs/api-rules.md, "Thinking").
    strip_thinking_response: isThinkingOff || (requested.strip_thinking_response ?? false),
    disable_thinking: isThinkingOff,
    ...(requested.character_slug && { character_slug: requested.character_slug }),
    web_search_citations: web.found,
  };
}

function parseSuffix(suffix: Record<string, string>): SvcParameters {
  const given = Object.entries(suffix);
  if (given.length === 0) return {};
  const values: Record<string, unknown> = {};
  for (const [name, text] of given) {
    values[name] = text === 'true' ? true : text === 'false' ? false : text;
  }
  const parsed = SvcParameters.safeParse(values);
  if (parsed.success) return parsed.data;
  const { serviceId } = settings();
  throw invalidRequest(
    parsed.error.issues.map((issue): ErrorIssue => ({
      code: issue.code,
      path: ['model'],
      message: `Suffix ${issue.path.map((step) => memberName(String(step), serviceId)).join('.')}: ${issue.message}`,
    })),
  );
}
