import type { HeaderList } from './header-list';
import type { Reply } from './reply';
import type { FrameSink, StreamBody } from './sse';

const encoder = new TextEncoder();

/** A reply as a web `Response`, for Next and for tests. */
export function toWebResponse({ status, headers, body }: Reply): Response {
  const web = typeof body === 'function' ? streamOf(body) : (body as BodyInit | null);
  return new Response(web, { status, headers: pairsOf(headers) });
}

function pairsOf(headers: HeaderList): [string, string][] {
  return headers.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
}

/** A stream with backpressure: it is written only as fast as it is read. */
function streamOf(body: StreamBody): ReadableStream<Uint8Array> {
  let resume: () => void = () => undefined;
  let stop: () => Promise<void> = async () => undefined;
  let left = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink: FrameSink = {
          write: (text) => {
            if (left) return true;
            controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
            return (controller.desiredSize ?? 0) > 0;
          },
          drained: () => (left ? Promise.resolve() : new Promise((resolve) => (resume = resolve))),
          breakOff: () => {
            if (left) return;
            left = true;
            controller.error(new Error('The response was cut off.'));
          },
          onLeave: (act) => (stop = act),
        };
        void body(sink).then(() => left || controller.close());
      },
      pull: () => resume(),
      async cancel() {
        left = true;
        resume();
        await stop();
      },
    },
    { highWaterMark: 1 },
  );
}
