/** Session events shared between a browser's tabs, and those revealed by a page's own requests. */

/** `ended`: signed out in some tab, or a request was refused as signed out. `begun`: signed in in some tab. */
export type SessionNews = 'ended' | 'begun';

const CHANNEL = 'farebox-session';

let channel: BroadcastChannel | null = null;
const listeners = new Set<(news: SessionNews) => void>();

/** Notifies the other tabs, but not this one. */
export function announceSession(news: SessionNews): void {
  openChannel().postMessage(news);
}

/** A request of this page was refused as signed out. */
export function noteSignedOut(): void {
  for (const listener of listeners) listener('ended');
}

/** Subscribes to events from other tabs and from this page's requests. @returns a function that unsubscribes */
export function watchSession(listener: (news: SessionNews) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opened on first use: the module is also loaded on the server, where an open channel would keep the process alive. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== 'ended' && data !== 'begun') return;
    for (const listener of listeners) listener(data);
  });
  return channel;
}
