import type { DragEvent } from 'react';

/** The kind of data of a dragged chat: its ID. Other pages and programs do not take it. */
const KIND = 'application/x-farebox-chat';

/** Starts dragging a chat. */
export function startDrag(event: DragEvent, chatId: string): void {
  event.dataTransfer.setData(KIND, chatId);
  event.dataTransfer.effectAllowed = 'move';
}

/**
 * Makes an element take chats.
 * @param onOver whether a chat is over it
 * @param onTake called with the ID of the chat that was dropped
 */
export function dropTarget(onOver: (over: boolean) => void, onTake: (chatId: string) => void) {
  const isChat = (event: DragEvent) => event.dataTransfer.types.includes(KIND);
  return {
    onDragOver: (event: DragEvent) => {
      if (!isChat(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      onOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // It may only have moved to a child.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onOver(false);
    },
    onDrop: (event: DragEvent) => {
      if (!isChat(event)) return;
      event.preventDefault();
      onOver(false);
      onTake(event.dataTransfer.getData(KIND));
    },
  };
}
