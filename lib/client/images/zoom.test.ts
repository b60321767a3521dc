import { describe, expect, it } from 'vitest';
import { FIT, fittedScale, panBy, zoomAt } from './zoom';

const frame = { width: 400, height: 300 };

describe('zoomAt', () => {
  it('keeps the point under the pointer', () => {
    const point = { x: 100, y: -50 };
    const view = zoomAt(FIT, 2, point, frame);
    expect(view).toEqual({ scale: 2, x: -100, y: 50 });
    const again = zoomAt(view, 1.5, point, frame);
    const before = { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
    expect((point.x - again.x) / again.scale).toBeCloseTo(before.x);
    expect((point.y - again.y) / again.scale).toBeCloseTo(before.y);
  });

  it('never shrinks below the whole image, and centers it then', () => {
    expect(zoomAt({ scale: 2, x: 150, y: 90 }, 0.1, { x: 0, y: 0 }, frame)).toEqual({ scale: 1, x: 0, y: 0 });
  });

  it('has a largest scale', () => {
    expect(zoomAt(FIT, 1_000, { x: 0, y: 0 }, frame).scale).toBe(12);
  });
});

it('pans at most to the edge', () => {
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 9_999, y: -10 }, frame)).toEqual({ scale: 2, x: 200, y: -10 });
  expect(panBy(FIT, { x: 50, y: 50 }, frame)).toEqual({ scale: 1, x: 0, y: 0 });
});

it('fits an image into the frame, whichever side is short', () => {
  expect(fittedScale({ width: 100, height: 100 }, frame)).toBe(3);
  expect(fittedScale({ width: 1_600, height: 100 }, frame)).toBe(0.25);
});
