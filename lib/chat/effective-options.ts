import { type ErrorIssue, invalidRequest } from '../core/errors';
import { memberName } from '../core/service-name';
import { settings } from '../platform/env';
import { issueText } from '../platform/validation/issue-text';
import { type EffectiveParameters, SvcParameters } from './request/options';

/** The members of the effective options that `planWeb` decides. */
type WebOptions = Omit<
  EffectiveParameters,
  'enable_e2ee' | 'include_svc_system_prompt' | 'strip_thinking_response' | 'disable_thinking' | 'character_slug'
>;

/**
 * The service's options of a request: the suffix overrides the body.
 * @param given `svc_parameters` of the body
 * @param suffix options after the model's name, as parsed by `findModel`, which drops unknown ones
 * @throws ApiError INVALID_REQUEST for a bad value in the suffix
 */
export function requestedOptions(given: SvcParameters | undefined, suffix: Record<string, string>): SvcParameters {
  return { ...given, ...parseSuffix(suffix) };
}

/** The requested options as they take effect. @param web those of the web */
export function effectiveOptions(requested: SvcParameters, web: WebOptions): EffectiveParameters {
  const isThinkingOff = requested.disable_thinking ?? false;
  return {
    enable_e2ee: false,
    enable_web_search: web.enable_web_search,
    enable_web_citations: web.enable_web_citations,
    enable_web_scraping: web.enable_web_scraping,
    enable_x_search: web.enable_x_search,
    include_svc_system_prompt: requested.include_svc_system_prompt ?? true,
    include_search_results_in_stream: web.include_search_results_in_stream,
    return_search_results_as_documents: web.return_search_results_as_documents,
    // If reasoning is off, it is also removed (docs/api-rules.md, "Thinking").
    strip_thinking_response: isThinkingOff || (requested.strip_thinking_response ?? false),
    disable_thinking: isThinkingOff,
    ...(requested.character_slug && { character_slug: requested.character_slug }),
    web_search_citations: web.web_search_citations,
  };
}

function parseSuffix(suffix: Record<string, string>): SvcParameters {
  const given = Object.entries(suffix);
  if (given.length === 0) return {};
  const values: Record<string, unknown> = {};
  for (const [name, text] of given) {
    values[name] = text === 'true' ? true : text === 'false' ? false : text;
  }
  const parsed = SvcParameters.safeParse(values, { error: issueText });
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
