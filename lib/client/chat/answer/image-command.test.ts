import { describe, expect, it } from 'vitest';
import type { ImageEvent } from '../../images/request/stream-images';
import type { ChatBody, ChatEvent } from '../../stream-chat';
import { withImages } from './image-command';

const body = (text: string): ChatBody => ({ model: 'big', messages: [{ role: 'user', content: text }] });
const asked = { signal: new AbortController().signal, serviceId: 'svc' };
const text: ChatEvent = { type: 'text', text: 'Hi.', sinceMs: 1 };

function chat(result: ImageEvent) {
  const prompts: string[] = [];
  const ask = withImages(
    async function* () {
      await Promise.resolve();
      yield text;
    },
    (prompt) => {
      prompts.push(prompt);
      const events = (async function* (): AsyncGenerator<ImageEvent> {
        await Promise.resolve();
        yield { type: 'accepted', requestId: 'r' };
        yield { type: 'progress', variant: 0, share: 0.5, preview: undefined };
        yield result;
      })();
      return Promise.resolve({ modelId: 'painter', events });
    },
    () => Promise.resolve('data:image/webp;base64,AA=='),
  );
  const collect = async (message: string) => {
    const events: ChatEvent[] = [];
    for await (const event of ask(body(message), asked)) events.push(event);
    return events;
  };
  return { collect, prompts };
}

const image = { file: new Blob(['x']), seed: 1, blurred: false, violation: false };
const receipt = { requestId: 'r', cost: '0.002', currency: 'USD' as const, images: 1 };

describe('withImages', () => {
  it('answers with the image, its model, and its cost', async () => {
    const { collect, prompts } = chat({ type: 'result', images: [image], failed: [], notApplied: [], receipt });
    const events = await collect('/image a kite');
    expect(prompts).toEqual(['a kite']);
    expect(events.map(({ type }) => type)).toEqual(['accepted', 'images', 'finish', 'usage']);
    expect(events[0]).toMatchObject({ requestId: 'r' });
    expect(events[1]).toMatchObject({
      images: [{ url: 'data:image/webp;base64,AA==', alt: 'a kite' }],
      modelId: 'painter',
    });
    expect(events[3]).toMatchObject({ usage: { usd: '0.002', diem: '0' } });
  });

  it('leaves all other messages to the model', async () => {
    const { collect, prompts } = chat({ type: 'result', images: [image], failed: [], notApplied: [], receipt });
    expect(await collect('What is /image?')).toEqual([text]);
    expect(prompts).toEqual([]);
  });

  it('shows no cost that is not known', async () => {
    const { collect } = chat({ type: 'result', images: [image], failed: [], notApplied: [], receipt: null });
    expect((await collect('/image a kite')).map(({ type }) => type)).toEqual(['accepted', 'images', 'finish']);
  });

  it('is accepted before the image is there: a stopped answer can have been charged', async () => {
    const waiting = withImages(
      async function* () {
        await Promise.resolve();
        yield text;
      },
      () => {
        const events = (async function* (): AsyncGenerator<ImageEvent> {
          await Promise.resolve();
          yield { type: 'accepted', requestId: 'r' };
          await new Promise(() => undefined);
        })();
        return Promise.resolve({ modelId: 'painter', events });
      },
      () => Promise.resolve('data:image/webp;base64,AA=='),
    );
    const { value } = await waiting(body('/image a kite'), asked).next();
    expect(value).toMatchObject({ type: 'accepted', requestId: 'r' });
  });

  it('keeps what is to be said of an image', async () => {
    const blocked = { ...image, violation: true, blurred: true };
    const { collect } = chat({ type: 'result', images: [blocked], failed: [], notApplied: ['steps'], receipt });
    const events = await collect('/image a kite');
    expect(events[1]).toMatchObject({ images: [{ violation: true, blurred: true, notApplied: ['steps'] }] });
  });
});
