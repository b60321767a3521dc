import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { sceneIcons } from '../../read/scene-icons';
import { drawFigure } from './draw-figure';
import { figureBox } from './figure';
import { outfitOf } from './outfits';
import type { Pose, Stance } from './skeleton';

const POSES: Pose[] = ['standing', 'sitting', 'walking', 'cycling', 'astride'];
const SIDE = 200;
const MARGIN = 40;

const dressed = [...sceneIcons()].filter((icon) => outfitOf(icon) !== null);

/** The drawn pixels of a body whose box is in the middle of a picture: its bounds, and the alpha of a position. */
function drawn(icon: string, stance: Stance) {
  const figure = figureBox(icon, stance);
  if (!figure) throw new Error(`${icon} has no body`);
  const scale = SIDE / Math.max(figure.width, figure.height);
  const box = { x: MARGIN, y: MARGIN, width: figure.width * scale, height: figure.height * scale };
  const [width, height] = [Math.ceil(box.width) + MARGIN * 2, Math.ceil(box.height) + MARGIN * 2];
  const elements = drawFigure({ icon, stance, isFlat: true, id: 'f-', box });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`;
  const { pixels } = new Resvg(svg).render();
  const alpha = (x: number, y: number): number => pixels[(Math.round(y) * width + Math.round(x)) * 4 + 3] ?? 0;
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => alpha(x, y)).some((value) => value > 128),
  );
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from({ length: height }, (_, y) => alpha(x, y)).some((value) => value > 128),
  );
  return { figure, box, rows, columns, alpha };
}

describe('figures', () => {
  it('has a head for every outfit, and no outfit for icons that show a whole body', () => {
    expect(dressed.length).toBeGreaterThan(120);
    for (const icon of dressed) expect(figureBox(icon, { pose: 'standing', held: 0 }), icon).not.toBeNull();
    for (const icon of ['cat', 'man-running', 'woman-dancing', 'man', 'ghost', 'own:table']) {
      expect(figureBox(icon, { pose: 'standing', held: 0 }), icon).toBeNull();
    }
  });

  it('draws every pose within its box, and fills the box from head to foot', () => {
    for (const icon of ['girl', 'baby', 'old-man', 'astronaut', 'man-mage', 'princess', 'fox', 'robot']) {
      for (const pose of POSES) {
        for (const held of [0, 1, 2]) {
          const { box, rows, columns } = drawn(icon, { pose, held });
          const name = `${icon} ${pose} ${held}`;
          expect(rows[0], name).toBeGreaterThan(box.y - 4);
          expect(rows[0], name).toBeLessThan(box.y + box.height * 0.04);
          expect(rows.at(-1), name).toBeLessThan(box.y + box.height + 4);
          expect(rows.at(-1), name).toBeGreaterThan(box.y + box.height * 0.94);
          expect(columns[0], name).toBeGreaterThan(box.x - 6);
          expect(columns.at(-1), name).toBeLessThan(box.x + box.width + 6);
        }
      }
    }
  }, 60_000);

  it('has a hand where something is held', () => {
    for (const icon of ['woman-standing', 'child', 'cook', 'bear', 'astronaut']) {
      const { figure, box, alpha } = drawn(icon, { pose: 'standing', held: 1 });
      const [hand] = figure.hands;
      if (!hand) throw new Error(`${icon} has no hand`);
      expect(alpha(box.x + hand.x * box.width, box.y + hand.y * box.height), icon).toBe(255);
    }
  });

  it('is as tall as the body stands, and lower when it sits, with the feet below the seat', () => {
    const heightOf = (pose: Pose) => figureBox('man-standing', { pose, held: 0 });
    expect(heightOf('standing')).toMatchObject({ height: 1, below: 0 });
    const sitting = heightOf('sitting');
    expect(sitting?.height).toBeLessThan(0.95);
    expect(sitting?.below).toBeGreaterThan(0.15);
  });

  it('uses the free hand of those who hold a tool already', () => {
    expect(figureBox('cook', { pose: 'standing', held: 1 })?.hands[0]?.x).toBeLessThan(0.5);
    expect(figureBox('astronaut', { pose: 'standing', held: 1 })?.hands[0]?.x).toBeGreaterThan(0.5);
  });
});
