import { log } from '../../platform/log';
import { endIterator, type StreamBody, type StreamWatch } from './sse';

const BRAND = Symbol.for('farebox.Download');

/** A file of any length that a browser saves. */
export type Download = {
  /** Letters, digits, `-` and `.` only. */
  filename: string;
  contentType: string;
  /** The text of the file, piece by piece; read on only as fast as the reader takes it. */
  pieces: AsyncIterable<string>;
};

/** Marks a file as an answer that is no JSON document of ours; a run returns it. */
export function download({ filename, contentType, pieces }: Download): Download {
  return Object.assign({ filename, contentType, pieces }, { [BRAND]: true });
}

/** Whether a run returned a file. */
export function isDownload(result: object): result is Download {
  return BRAND in result;
}

/**
 * The pieces of a file as a body. Where one fails after the start the connection breaks off: half a file never looks whole.
 * @param first the piece that was awaited before the answer began, so that a failure before it is a status
 */
export function pour(first: IteratorResult<string>, iterator: AsyncIterator<string>, watch: StreamWatch): StreamBody {
  return async (sink) => {
    let left = false;
    sink.onLeave(async () => {
      left = true;
      await endIterator(iterator);
      await watch.onEnd({ ending: 'client_left' });
    });
    try {
      for (let result = first; !left && !result.done; result = await iterator.next()) {
        if (!sink.write(result.value)) await sink.drained();
      }
      if (!left) await watch.onEnd({ ending: 'completed' });
    } catch (thrown) {
      if (left) return;
      log.error({ err: thrown }, 'a file broke off');
      await watch.onEnd({ ending: 'failed', thrown });
      sink.breakOff();
    }
  };
}
