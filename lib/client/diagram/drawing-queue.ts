import type { FrameAnswer } from './frame/messages';

/** Draws one diagram at a time. */
export type Drawer = {
  /** @throws the signal's reason */
  draw: (source: string, config: object, signal: AbortSignal) => Promise<FrameAnswer>;
  close: () => void;
};

/**
 * Draws diagrams one after the other, with one drawer, which is opened for the first of them, and anew after a failure.
 * @param limitMs for one diagram
 */
export function makeDrawingQueue(
  open: () => Promise<Drawer>,
  limitMs: number,
): (source: string, config: object, signal?: AbortSignal) => Promise<FrameAnswer> {
  let drawer: Drawer | null = null;
  let previous: Promise<unknown> = Promise.resolve();

  async function drawNext(source: string, config: object, signal?: AbortSignal): Promise<FrameAnswer> {
    signal?.throwIfAborted();
    drawer ??= await open();
    try {
      return await drawer.draw(source, config, AbortSignal.timeout(limitMs));
    } catch (thrown) {
      drawer.close();
      drawer = null;
      throw thrown;
    }
  }

  return (source, config, signal) => {
    const drawn = previous.then(() => drawNext(source, config, signal));
    previous = drawn.catch(() => undefined);
    return drawn;
  };
}
