/** Longer documents are not previewed. */
const MAX_CHARACTERS = 1_000_000;

/** Whether a code block is a document that a browser shows, and complete: HTML, or an SVG image. */
export function isPreviewable(language: string, code: string): boolean {
  if (code.length > MAX_CHARACTERS) return false;
  const text = code.trim();
  if (language === 'svg' || (language === 'xml' && /^(<\?xml[^>]*>\s*)?<svg[\s>]/i.test(text)))
    return /<\/svg>$/i.test(text);
  return language === 'html' && /^<[a-z!][\s\S]*>$/i.test(text);
}
