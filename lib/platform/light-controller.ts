/**
 * An `AbortController` that costs next to nothing, for what every request makes. Node sets the prototype of each signal
 * after it was made: on Node 20 that takes 2.5 µs, and each signal gets shapes of its own, which are never young, so that
 * much of what a request leaves behind waits for a full garbage collection.
 *
 * Its signal is used like any other, but it is no `EventTarget`: `fetch` and `setMaxListeners` refuse it, and what
 * `AbortSignal.any` makes of it is never aborted. For those, let an `AbortController` follow it.
 */
export class LightController {
  readonly signal = new LightSignal();

  /** @param reason default: an `AbortError`, as usual */
  abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
    endSignal(this.signal, reason);
  }
}

type Listener = EventListenerOrEventListenerObject;

/** Set by the class: only this file may end a signal. */
let endSignal: (signal: LightSignal, reason: unknown) => void;

class LightSignal implements AbortSignal {
  aborted = false;
  reason: unknown = undefined;
  onabort: ((this: AbortSignal, event: Event) => unknown) | null = null;
  /** Null until the first one is added: many signals never have any. */
  #listeners: Listener[] | null = null;

  static {
    endSignal = (signal, reason) => signal.#end(reason);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Every listener is called once at most, because a signal is aborted only once. */
  addEventListener(type: string, listener: Listener | null, options?: boolean | AddEventListenerOptions): void {
    if (type !== 'abort' || listener === null || this.aborted) return;
    if (typeof options === 'object' && options.signal) throw new TypeError('A light signal takes no such option.');
    this.#listeners ??= [];
    if (!this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (type !== 'abort' || listener === null || this.#listeners === null) return;
    const index = this.#listeners.indexOf(listener);
    if (index >= 0) this.#listeners.splice(index, 1);
  }

  dispatchEvent(): boolean {
    throw new TypeError('A light signal is aborted by its controller only.');
  }

  #end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const event = new Event('abort');
    if (this.onabort !== null) runSafely(() => this.onabort?.(event));
    // One of them may remove others, which are not called then.
    for (const listener of this.#listeners?.slice() ?? []) {
      if (this.#listeners?.includes(listener) !== true) continue;
      runSafely(() => (typeof listener === 'function' ? listener.call(this, event) : listener.handleEvent(event)));
    }
    this.#listeners = null;
  }
}

/** What a listener throws must not keep the others from being called; as with `EventTarget`, nobody catches it. */
function runSafely(listener: () => unknown): void {
  try {
    listener();
  } catch (thrown) {
    process.nextTick(() => {
      throw thrown;
    });
  }
}
