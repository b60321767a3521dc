import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newMetadata } from '../../core/reply-metadata';
import { binaryDocument, isBinaryDocument, restoreBinary, storeBinary, storedLength } from './binary';
import { restoreMetadata, storeMetadata } from './kept-metadata';

it('is recognized, and a plain object is not', () => {
  const made = { bytes: new Uint8Array(), contentType: 'image/png' };
  expect(isBinaryDocument(binaryDocument(made))).toBe(true);
  expect(isBinaryDocument(made)).toBe(false);
});

it('is the same after it was stored, also part of a larger buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(20), (all, from) => {
      const bytes = all.subarray(from);
      const restored = restoreBinary(storeBinary({ bytes, contentType: 'image/webp' }));
      expect(restored.contentType).toBe('image/webp');
      expect([...restored.bytes]).toEqual([...bytes]);
      const document = { bytes, contentType: 'image/webp' };
      expect(storedLength(document)).toBe(storeBinary(document).length);
    }),
  );
});

it('keeps the model and what was found out about the answer, and nothing of the request', () => {
  const metadata = {
    ...newMetadata(),
    model: { id: 'm', name: 'M', router: 'r' },
    safety: { blurred: true, contentViolation: false },
    notApplied: ['steps'],
    retryCount: 2,
  };
  const again = newMetadata();
  restoreMetadata(JSON.parse(JSON.stringify(storeMetadata(metadata))), again);
  expect(again).toEqual({ ...newMetadata(), ...metadata, retryCount: undefined });
});

it('reads what earlier versions stored: the model alone, or nothing', () => {
  const model = { id: 'm', name: 'M', router: 'r' };
  const metadata = newMetadata();
  restoreMetadata(model, metadata);
  expect(metadata).toEqual({ ...newMetadata(), model });
  expect(storeMetadata({ ...newMetadata(), model })).toEqual(model);
  const empty = newMetadata();
  restoreMetadata(null, empty);
  expect(empty).toEqual(newMetadata());
  expect(storeMetadata(empty)).toBeNull();
});
