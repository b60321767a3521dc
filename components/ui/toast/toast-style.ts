/**
 * Sonner adds its style sheet to the page as a `<style>` element. The content security policy allows exactly these
 * texts by hash: the empty one (the element is inserted before its text) and the style sheet of the installed version,
 * which a test compares.
 */
export const TOAST_STYLE_HASHES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
] as const;
