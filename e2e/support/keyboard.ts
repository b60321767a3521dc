import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any page has on the way to anything. */
const MAX_STOPS = 150;

/**
 * Moves to an element with Tab only, as somebody without a mouse does; each stop on the way must show its focus ring.
 * @param key `Shift+Tab` goes backward
 */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    await expectFocusRing(page);
  }
  throw new Error(`Not reached within ${MAX_STOPS} stops of ${key}: ${String(target)}`);
}

/** Moves to an element with Tab and presses Enter on it. */
export async function enterOn(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key);
  await page.keyboard.press('Enter');
}

/** How many levels above a text field the box may be that shows its focus ring. */
const PARENTS = 3;

/** The focused element must show its focus with an outline, its own or that of a close ancestor. */
async function expectFocusRing(page: Page): Promise<void> {
  const bare = await page.evaluate((parents) => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    let at: Element | null = focused;
    for (let step = 0; at && step <= parents; step += 1, at = at.parentElement) {
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return null;
    }
    return focused.outerHTML.slice(0, 200);
  }, PARENTS);
  expect(bare, 'has the focus without showing it').toBeNull();
}
