/** What the tabs of one browser report to one another about the session, and what a page's own requests learn of it. */

/** `ended`: signed out somewhere, or a request was refused as signed out. `begun`: signed in somewhere. */
export type SessionNews = 'ended' | 'begun';

const CHANNEL = 'farebox-session';

let channel: BroadcastChannel | null = null;
const listeners = new Set<(news: SessionNews) => void>();

/** Tells the other tabs. This one knows by itself. */
export function announceSession(news: SessionNews): void {
  openChannel().postMessage(news);
}

/** A request of this page was refused as signed out. */
export function noteSignedOut(): void {
  for (const listener of listeners) listener('ended');
}

/** Calls back with news from other tabs and from this page's requests. @returns what ends it */
export function watchSession(listener: (news: SessionNews) => void): () => void {
  openChannel();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opened at first use: on the server the module is loaded too, and an open channel would keep that process alive. */
function openChannel(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== 'ended' && data !== 'begun') return;
    for (const listener of listeners) listener(data);
  });
  return channel;
}
