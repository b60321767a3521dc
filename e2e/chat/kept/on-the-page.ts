import type { Locator, Page } from '@playwright/test';
import { expect, signIn, type Person } from '../../support/fixtures';

/** Opens a new chat with a model. @param person defaults to the owner */
export async function openWith(page: Page, model: string, person?: Person): Promise<void> {
  await signIn(page, person);
  await page.goto(`/chat?model=${model}`);
  await expect(page.getByTestId('model-picker')).toHaveAccessibleName(`Model: ${model}`);
}

/** The answers of the visible branch. */
export const answersOf = (page: Page): Locator => page.getByRole('article', { name: /^Answer from/ });

/** How many words the model `slow` has written. */
export async function wordsIn(answer: Locator): Promise<number> {
  return (await answer.innerText()).match(/\bword\b/g)?.length ?? 0;
}

/** Collects the URLs of this page's failed responses from now on. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}
