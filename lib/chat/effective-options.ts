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
  const asked = { ...given, ...parseSuffix(suffix) };
  const web = effectiveWeb({
    search: asked.enable_web_search ?? undefined,
    scraping: asked.enable_web_scraping ?? undefined,
    citations: asked.enable_web_citations ?? undefined,
    resultsInStream: asked.include_search_results_in_stream ?? undefined,
    resultsAsDocuments: asked.return_search_results_as_documents ?? undefined,
  });
  const isThinkingOff = asked.disable_thinking ?? false;
  return {
    enable_e2ee: false,
    enable_web_search: web.search,
    enable_web_citations: web.citations,
    enable_web_scraping: web.scraping,
    include_svc_system_prompt: asked.include_svc_system_prompt ?? true,
    include_search_results_in_stream: web.resultsInStream,
    return_search_results_as_documents: web.resultsAsDocuments,
    // Without reasoning there is none to show either (docs/api-rules.md, "Thinking").
    strip_thinking_response: isThinkingOff || (asked.strip_thinking_response ?? false),
    disable_thinking: isThinkingOff,
    ...(asked.character_slug && { character_slug: asked.character_slug }),
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
