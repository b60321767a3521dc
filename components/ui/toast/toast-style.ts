/**
 * Sonner writes its style sheet into the page as a `<style>` element. The page's policy admits exactly that text by its hash:
 * of nothing (the element enters the page before its text does) and of the sheet of the installed version, which a test compares.
 */
export const TOAST_STYLE_HASHES = [
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=',
] as const;
