import { ApiError, type ErrorIssue, invalidRequest } from '../core/errors';
import { type EffectiveParameters, SvcParameters } from './request/options';

/**
 * The service's options of a request as they take effect: the suffix wins over the body. Options of parts that this
 * service does not have (search, scraping, thinking control) are told as off.
 * @param given `svc_parameters` of the body
 * @param suffix keys and values behind the model's name, as `findModel` gives them: it leaves unknown ones out
 * @throws ApiError INVALID_REQUEST for a bad value in the suffix, CHARACTER_NOT_FOUND for any character
 */
export function effectiveOptions(
  given: SvcParameters | undefined,
  suffix: Record<string, string>,
): EffectiveParameters {
  const asked = { ...given, ...parseSuffix(suffix) };
  if (asked.character_slug) {
    throw new ApiError('CHARACTER_NOT_FOUND', `The character "${asked.character_slug}" was not found.`);
  }
  return {
    enable_e2ee: false,
    enable_web_search: 'off',
    enable_web_citations: false,
    enable_web_scraping: false,
    include_svc_system_prompt: asked.include_svc_system_prompt ?? true,
    include_search_results_in_stream: false,
    return_search_results_as_documents: false,
    strip_thinking_response: false,
    disable_thinking: false,
    web_search_citations: [],
  };
}

function parseSuffix(suffix: Record<string, string>): SvcParameters {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(suffix)) {
    values[name] = text === 'true' ? true : text === 'false' ? false : text;
  }
  const parsed = SvcParameters.safeParse(values);
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    parsed.error.issues.map((issue): ErrorIssue => ({
      code: issue.code,
      path: ['model'],
      message: `Suffix ${issue.path.join('.')}: ${issue.message}`,
    })),
  );
}
