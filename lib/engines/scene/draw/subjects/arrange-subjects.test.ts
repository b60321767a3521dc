import { describe, expect, it } from 'vitest';
import type { Scene } from '../../scene';
import { testScene } from '../../test-scenes';
import { makePalette } from '../palette';
import { drawPlace } from '../places/draw-place';
import type { Backdrop } from '../places/land';
import { makeRandom } from '../random';
import { arrangeSubjects } from './arrange-subjects';
import { placeSubjects, type PlacedPart } from './place-subjects';

const SIZE = { width: 1000, height: 1000, seed: 3 };

function backdropOf(scene: Scene): Backdrop {
  const random = makeRandom(SIZE.seed, 'place');
  return drawPlace({ ...SIZE, unit: 10, scene, palette: makePalette(scene), random, hasSkyBody: false });
}

/** What is drawn of a scene, the farthest first. */
function place(scene: Scene): PlacedPart[] {
  return placeSubjects(scene, backdropOf(scene), SIZE);
}

const find = (parts: readonly PlacedPart[], icon: string): PlacedPart =>
  parts.find(({ subject }) => subject.icon === icon) as PlacedPart;
const bottom = ({ y, height }: PlacedPart): number => y + height;
const middle = ({ x, width }: PlacedPart): number => x + width / 2;

describe('arrangeSubjects', () => {
  it('writes the text of a shop’s sign on its board', () => {
    const scene = testScene(
      [{ icon: 'own:shop' }, { icon: 'own:sign', text: 'OPEN', relation: { kind: 'beside', target: 0 } }],
      { place: 'street' },
    );
    expect(arrangeSubjects(scene, backdropOf(scene)).subjects).toMatchObject([{ icon: 'own:shop', text: 'OPEN' }]);
  });

  it('sets a table for small things indoors, and none elsewhere', () => {
    const subjects = [{ icon: 'pizza' }, { icon: 'teapot' }, { icon: 'cat' }];
    const kitchen = place(testScene(subjects, { place: 'kitchen' }));
    const table = find(kitchen, 'own:table');
    for (const icon of ['pizza', 'teapot'])
      expect(bottom(find(kitchen, icon))).toBeLessThan(table.y + table.height / 2);
    expect(bottom(find(kitchen, 'cat'))).toBeGreaterThan(table.y + table.height / 2);
    expect(place(testScene(subjects, { place: 'garden' })).some(({ subject }) => subject.icon === 'own:table')).toBe(
      false,
    );
  });

  it('takes a table that is there, and leaves what lies elsewhere', () => {
    const scene = testScene(
      [
        { icon: 'own:table' },
        { icon: 'candle' },
        { icon: 'hot-beverage', relation: { kind: 'on', target: 3 } },
        { icon: 'own:book-stack' },
      ],
      { place: 'room' },
    );
    const { subjects } = arrangeSubjects(scene, backdropOf(scene));
    expect(subjects.filter(({ icon }) => icon === 'own:table')).toHaveLength(1);
    expect(subjects.map(({ relation }) => relation?.target)).toEqual([undefined, 0, 3, 0]);
  });
});

describe('placeSubjects', () => {
  it('puts what is under or at a window there', () => {
    const scene = testScene(
      [
        { icon: 'cat', relation: { kind: 'under', target: 2 } },
        { icon: 'dove', relation: { kind: 'on', target: 2 } },
        { icon: 'own:window' },
        { icon: 'own:sofa' },
        { icon: 'own:shelf' },
      ],
      { place: 'room' },
    );
    const [window] = backdropOf(scene).fixtures?.['own:window'] ?? [];
    const parts = place(scene);
    expect(parts.map(({ subject }) => subject.icon)).not.toContain('own:window');
    if (!window) throw new Error('no window');
    const [left, right] = [window.x, window.x + window.width];
    for (const icon of ['cat', 'dove']) {
      expect(middle(find(parts, icon))).toBeGreaterThan(left);
      expect(middle(find(parts, icon))).toBeLessThan(right);
    }
    expect(find(parts, 'cat').y).toBeGreaterThan(window.y + window.height);
    expect(bottom(find(parts, 'dove'))).toBeLessThan(window.y + window.height * 1.1);
    const shelf = find(parts, 'own:shelf');
    expect(shelf.x > right || shelf.x + shelf.width < left).toBe(true);
  });

  it('runs a fence from edge to edge, with some behind it and some before it', () => {
    const parts = place(
      testScene(
        [{ icon: 'tractor', relation: { kind: 'behind', target: 1 } }, { icon: 'own:fence' }, { icon: 'cow' }],
        {
          place: 'farm',
        },
      ),
    );
    const fence = parts.filter(({ subject }) => subject.icon === 'own:fence');
    expect(Math.min(...fence.map(({ x }) => x))).toBeLessThanOrEqual(0);
    expect(Math.max(...fence.map(({ x, width }) => x + width))).toBeGreaterThanOrEqual(1000);
    const order = parts.map(({ subject }) => subject.icon);
    expect(order.indexOf('tractor')).toBeLessThan(order.indexOf('own:fence'));
    expect(order.lastIndexOf('own:fence')).toBeLessThan(order.indexOf('cow'));
  });

  it('hangs a banner across the top, before everything and with nothing beside it', () => {
    const parts = place(
      testScene([
        { icon: 'own:banner', text: 'HAPPY BIRTHDAY' },
        { icon: 'own:balloon', count: 12 },
        { icon: 'house' },
      ]),
    );
    const banner = parts.at(-1);
    expect(banner?.subject.icon).toBe('own:banner');
    expect(banner?.width).toBeGreaterThan(800);
    for (const part of parts.slice(0, -1)) expect(part.y).toBeGreaterThan(banner ? bottom(banner) * 0.98 : 1000);
  });

  it('leads a bridge with its train across the river, and boats below it', () => {
    const parts = place(
      testScene([
        { icon: 'own:train', relation: { kind: 'on', target: 1 } },
        { icon: 'own:stone-bridge', relation: { kind: 'on', target: 2 } },
        { icon: 'own:river' },
        { icon: 'own:rowboat', relation: { kind: 'on', target: 2 } },
      ]),
    );
    const [train, bridge, boat] = ['own:train', 'own:stone-bridge', 'own:rowboat'].map((icon) => find(parts, icon));
    expect(parts).toHaveLength(3);
    expect(bridge?.width).toBeGreaterThan(1000);
    expect(train?.width).toBeLessThan(1000);
    expect(train && bridge && bottom(train) - bridge.y).toBeLessThan(30);
    expect(boat && bridge && bottom(boat) > bottom(bridge)).toBe(true);
    expect(boat?.footing).toBe('water');
  });

  it('keeps buildings off the road, and away from the sun', () => {
    const scene = testScene([{ icon: 'own:shop' }, { icon: 'automobile' }], { place: 'street' });
    const { lots = 0, body } = backdropOf(scene);
    const shop = find(place(scene), 'own:shop');
    expect(bottom(shop)).toBeLessThanOrEqual(lots + 1);
    if (!body) throw new Error('no sun');
    const isAside = shop.x > body.x + body.radius || shop.x + shop.width < body.x - body.radius;
    expect(isAside || shop.y > body.y + body.radius).toBe(true);
  });
});
