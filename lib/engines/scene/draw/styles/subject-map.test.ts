import { describe, expect, it } from 'vitest';
import type { ImageStyleName } from '../../../../core/image-styles';
import type { Scene } from '../../scene';
import { testScene } from '../../test-scenes';
import { drawLayout, drawNumbers, facesOf, layOut } from '../draw-scene';
import { paintScene, render } from '../paint-scene';
import { applyStyle } from './apply-style';
import { readSubjectMap, type SubjectMap } from './subject-map';

const SIDE = 256;

function mapOf(scene: Scene): SubjectMap {
  const layout = layOut(scene, { width: SIDE, height: SIDE, seed: 1 });
  return readSubjectMap(render(drawNumbers(layout)), facesOf(layout));
}

/** How much a style changes what is fine in a scene, 0…255, and how much it would if nothing were marked as fine. */
function changes(scene: Scene, style: ImageStyleName): { marked: number; unmarked: number } {
  const map = mapOf(scene);
  const plain = render(drawLayout(layOut(scene, { width: SIDE, height: SIDE, seed: 1, style })));
  const change = (subjects: SubjectMap): number => {
    const styled = { ...plain, data: Uint8Array.from(plain.data) };
    applyStyle(styled, style, 1, () => subjects);
    const pixels = [...map.fine.keys()].filter((at) => map.fine[at]);
    const sum = pixels.reduce(
      (total, at) =>
        total +
        [0, 1, 2].reduce(
          (all, part) => all + Math.abs((plain.data[at * 4 + part] ?? 0) - (styled.data[at * 4 + part] ?? 0)),
          0,
        ),
      0,
    );
    return sum / (3 * pixels.length);
  };
  return { marked: change(map), unmarked: change({ ...map, fine: new Uint8Array(SIDE * SIDE) }) };
}

describe('what is fine in a picture', () => {
  it('is the face of a person, not the body', () => {
    const { parts, fine } = mapOf(testScene([{ icon: 'old-man' }], { place: 'plain' }));
    const rows = (map: Uint8Array): number[] =>
      [...map.keys()].filter((at) => map[at]).map((at) => Math.floor(at / SIDE));
    const [whole, face] = [rows(parts), rows(fine)];
    expect(Math.abs((whole[0] ?? 0) - (face[0] ?? 0))).toBeLessThan(4);
    expect(face.length).toBeGreaterThan(whole.length * 0.15);
    expect(face.at(-1)).toBeLessThan(((whole[0] ?? 0) + (whole.at(-1) ?? 0)) / 2);
  });

  it('is what has a text on it', () => {
    expect(mapOf(testScene([{ icon: 'own:sign', text: 'Open' }])).fine).toContain(1);
    expect(mapOf(testScene([{ icon: 'own:sign' }])).fine).not.toContain(1);
  });

  it('keeps its features in heavy styles', () => {
    const man = testScene([{ icon: 'old-man' }], { place: 'plain' });
    const sign = testScene([{ icon: 'own:sign', text: 'Happy birthday to our dear Anna' }], { place: 'plain' });
    for (const [scene, style] of [
      [man, 'Oil Painting'],
      [man, 'Mosaic'],
      [sign, 'Mosaic'],
    ] as const) {
      const { marked, unmarked } = changes(scene, style);
      expect(marked, style).toBeLessThan(unmarked * 0.8);
    }
  });

  it('is not burnt out in hard light', () => {
    const man = testScene([{ icon: 'old-man' }], { place: 'plain' });
    const { fine } = mapOf(man);
    const { data } = paintScene(man, { width: SIDE, height: SIDE, seed: 1, style: 'Noir' });
    const face = [...fine.keys()].filter((at) => fine[at]).map((at) => data[at * 4] ?? 0);
    expect(face.filter((light) => light > 235).length).toBeLessThan(face.length * 0.08);
  });
});
