import { log } from '../../platform/log';
import { endIterator, type StreamBody, type StreamWatch } from './sse';

const BRAND = Symbol.for('farebox.Download');

/** A file of any length for download. */
export type Download = {
  /** Letters, digits, `-`, and `.` only. */
  filename: string;
  contentType: string;
  /** The text of the file in pieces; read only as fast as the client takes it. */
  pieces: AsyncIterable<string>;
};

/** Makes a download, which a run returns instead of a JSON object. */
export function download({ filename, contentType, pieces }: Download): Download {
  return Object.assign({ filename, contentType, pieces }, { [BRAND]: true });
}

/** Whether a run returned a download. */
export function isDownload(result: object): result is Download {
  return BRAND in result;
}

/**
 * The pieces of a file as a body. If reading fails midway, the connection is cut, so that a partial file never looks
 * complete.
 * @param first the piece that was awaited before the response began, so that a failure before it becomes an error status
 */
export function fileBody(
  first: IteratorResult<string>,
  iterator: AsyncIterator<string>,
  watch: StreamWatch,
): StreamBody {
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
      log.error({ err: thrown }, 'a download failed midway');
      await watch.onEnd({ ending: 'failed', thrown });
      sink.breakOff();
    }
  };
}
