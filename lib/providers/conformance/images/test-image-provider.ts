/**
 * The suite that every adapter with images must pass, as `test-chat-model.ts` for chat. A wire format (`ImageWire` in
 * wire.ts) is the upstream's side: it answers requests as its server would, and reads what a call asked for. The suite
 * starts a server on 127.0.0.1 that plays it, correctly and incorrectly. `lacks` names what the upstream does not have;
 * those scenarios are left out. `fields` is the adapter's own declaration: everything in it must arrive, and everything
 * else must be reported as not applied.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { type ImageUpstream, startImageUpstream } from './image-upstream';
import { testImageCalls } from './scenarios/test-image-calls';
import { testImageFailures } from './scenarios/test-image-failures';
import { testImageLeaving } from './scenarios/test-image-leaving';
import type { ImageAdapter, ImageFixture } from './scenarios/test-image-run';

/** Registers all scenarios for one adapter. */
export function describeImageProvider(name: string, adapter: ImageAdapter): void {
  describe(`${name} with images`, () => {
    let upstream: ImageUpstream | undefined;
    beforeAll(async () => {
      upstream = await startImageUpstream(adapter.wire);
    });
    afterAll(() => upstream?.stop());
    const fixture: ImageFixture = {
      upstream: () => {
        if (!upstream) throw new Error('The upstream runs only while tests do.');
        return upstream;
      },
      adapter,
      has: (ability) => !adapter.lacks?.includes(ability),
    };
    testImageCalls(fixture);
    testImageFailures(fixture);
    testImageLeaving(fixture);
  });
}
