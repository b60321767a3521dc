import file from './prompts.json' with { type: 'json' };

/** The prompts of the contact sheet, as members of a request. */
export const PROMPTS = file.map(({ prompt }) => ({ prompt }));
