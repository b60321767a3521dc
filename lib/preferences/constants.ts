/** Bounds of an account's chat preferences. */
export const MAX_INSTRUCTIONS = 8_000;
export const MAX_PROMPTS = 200;
export const MAX_PRESETS = 50;
export const MAX_PROMPT_TEXT = 20_000;
export const MAX_PREFERENCE_NAME = 64;
