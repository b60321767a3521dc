/** Names that clients of older APIs send. */
const OLDER_NAMES = { input: 'messages', max_output_tokens: 'max_tokens', promptCacheKey: 'prompt_cache_key' } as const;

/** All names that are accepted besides the current ones. */
export const OLDER_MEMBERS: readonly string[] = [...Object.keys(OLDER_NAMES), 'web_search'];

/**
 * The body of a request with older names replaced by current ones (docs/api-rules.md, "Chat request fields") and
 * without null fields; the current name wins if both are present. A value that is not an object is returned unchanged.
 */
export function withCurrentNames(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || isCurrent(body)) return body;
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null),
  );
  for (const [older, name] of Object.entries(OLDER_NAMES)) {
    if (older in fields && !(name in fields)) fields[name] = fields[older];
    delete fields[older];
  }
  if (typeof fields.web_search === 'boolean') {
    const given = fields.svc_parameters;
    const inner = typeof given === 'object' && given !== null ? given : {};
    fields.svc_parameters = { enable_web_search: fields.web_search ? 'on' : 'off', ...inner };
  }
  delete fields.web_search;
  return fields;
}

/** The usual case: nothing to change. A rebuilt object is slower to read. */
function isCurrent(body: object): boolean {
  return Object.entries(body).every(
    ([name, value]) => value !== null && name !== 'web_search' && !Object.hasOwn(OLDER_NAMES, name),
  );
}
