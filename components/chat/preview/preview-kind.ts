/** What a code block is shown as: a page, an image, or a diagram in the language of Mermaid. */
export type PreviewKind = 'html' | 'svg' | 'diagram';

/** Longer documents are not previewed. */
const MAX_CHARACTERS = 1_000_000;

/** How a code block can be previewed; null if it is nothing that is shown, or not complete. */
export function previewKind(language: string, code: string): PreviewKind | null {
  if (code.length > MAX_CHARACTERS) return null;
  const text = code.trim();
  if (language === 'mermaid') return text === '' ? null : 'diagram';
  if (language === 'svg' || (language === 'xml' && /^(<\?xml[^>]*>\s*)?<svg[\s>]/i.test(text)))
    return /<\/svg>$/i.test(text) ? 'svg' : null;
  return language === 'html' && /^<[a-z!][\s\S]*>$/i.test(text) ? 'html' : null;
}
