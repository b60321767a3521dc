import type { Page } from '@playwright/test';
import { chatList, chatRow, chooseOf, keepRows, messageRow, readRows, showChats } from '../../support/chat-rows';
import { expect, test } from '../../support/clients';
import { expectAccessible } from '../../support/expect-accessible';
import { signIn } from '../../support/fixtures';

test.beforeEach(async ({ page }) => {
  await signIn(page);
  const ids = ['Apples', 'Pears', 'Plums'];
  await keepRows(page, {
    chats: ids.map((id, at) => chatRow({ id, leafId: `${id}-1`, updatedAt: Date.now() - at * 1_000 })),
    messages: ids.map((id) => messageRow({ id: `${id}-1`, chatId: id })),
  });
  await showChats(page);
});

/** Chooses a folder in the menu of a chat. */
async function moveTo(page: Page, title: string, folder: string): Promise<void> {
  const more = page.getByRole('button', { name: `Actions for “${title}”` });
  await more.locator('xpath=..').hover();
  await more.click();
  await page.getByRole('menuitemradio', { name: folder, exact: true }).click();
}

const folderOf = async (page: Page, id: string) => (await readRows(page)).chats.find((chat) => chat.id === id)?.folder;

test('a chat moves to a new folder by its menu, and the folder is named, closed, and deleted', async ({ page }) => {
  const list = chatList(page);
  await chooseOf(page, 'Pears', 'Move to new folder');
  const name = page.getByRole('textbox', { name: 'Folder name' });
  await expect(name).toBeFocused();
  await name.fill('Fruit salad');
  await name.press('Enter');
  const heading = list.getByRole('button', { name: /^Fruit salad/ });
  await expect(heading).toBeFocused();
  await expect(list.getByRole('list', { name: /^Fruit salad/ }).getByRole('listitem')).toHaveText(['Pears']);
  await expect.poll(() => folderOf(page, 'Pears')).toBe('Fruit salad');
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-expanded', 'false');
  await expect(list.getByRole('button', { name: 'Pears', exact: true })).toHaveCount(0);
  await page.reload();
  await showChats(page);
  await expect(heading).toHaveAttribute('aria-expanded', 'false');

  // A chat that is moved into a closed folder opens it.
  await moveTo(page, 'Plums', 'Fruit salad');
  await expect(list.getByRole('list', { name: /^Fruit salad/ }).getByRole('listitem')).toHaveText(['Pears', 'Plums']);
  await moveTo(page, 'Pears', 'None');
  await expect(list.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveText(['Apples', 'Pears']);

  await heading.hover();
  await page.getByRole('button', { name: 'Actions for the folder “Fruit salad”' }).click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await expect(list.getByRole('list', { name: 'Today' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('list', { name: /^Fruit salad/ }).getByRole('listitem')).toHaveText(['Plums']);
});

test('chats are dragged into a folder and out of it', async ({ page }) => {
  const list = chatList(page);
  await chooseOf(page, 'Apples', 'Move to new folder');
  await page.getByRole('textbox', { name: 'Folder name' }).press('Enter');
  const folder = list.getByRole('list', { name: /^New folder/ });
  await list
    .getByRole('button', { name: 'Plums', exact: true })
    .dragTo(list.getByRole('button', { name: /^New folder/ }));
  await expect(folder.getByRole('listitem')).toHaveText(['Apples', 'Plums']);
  await list.getByRole('button', { name: 'Apples', exact: true }).dragTo(list.getByRole('heading', { name: 'Today' }));
  await expect(folder.getByRole('listitem')).toHaveText(['Plums']);
  await expect.poll(() => folderOf(page, 'Apples')).toBeUndefined();

  // An emptied folder stays, with a hint.
  await list.getByRole('button', { name: 'Plums', exact: true }).dragTo(list.getByRole('heading', { name: 'Today' }));
  await expect(list.getByText('Drag chats here, or move them from their menu.')).toBeVisible();
});

test('an empty folder is made from the menu of the list, by keyboard alone', async ({ page }) => {
  await page.getByRole('button', { name: 'Folders, import, and export' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'New folder' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Folder name' })).toBeFocused();
  await page.keyboard.type('Later');
  await page.keyboard.press('Enter');
  await expect(chatList(page).getByRole('button', { name: /^Later/ })).toBeFocused();
  await expect(chatList(page).getByText('Drag chats here, or move them from their menu.')).toBeVisible();
});
