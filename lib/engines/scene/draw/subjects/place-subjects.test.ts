import { describe, expect, it } from 'vitest';
import type { RelationKind, Scene } from '../../scene';
import { testScene } from '../../test-scenes';
import { figureBox } from '../figures/figure';
import { makePalette } from '../palette';
import { drawPlace } from '../places/draw-place';
import { makeRandom } from '../random';
import { placeSubjects, type PlacedPart } from './place-subjects';

const SIZE = { width: 1000, height: 1000, seed: 3 };

function place(scene: Scene, size = SIZE): PlacedPart[] {
  const unit = Math.min(size.width, size.height) / 100;
  const random = makeRandom(size.seed, 'place');
  const backdrop = drawPlace({ ...size, unit, scene, palette: makePalette(scene), random, hasSkyBody: false });
  return placeSubjects(scene, backdrop, size);
}

/** A guest and its host, as placed, and which one covers the other. */
function pair(guest: string, kind: RelationKind, host: string) {
  const parts = place(testScene([{ icon: guest, relation: { kind, target: 1 } }, { icon: host }]));
  const find = (icon: string): PlacedPart => parts.find(({ subject }) => subject.icon === icon) as PlacedPart;
  const [a, b] = [find(guest), find(host)];
  return { a, b, isGuestBefore: parts.indexOf(a) > parts.indexOf(b) };
}

const bottom = ({ y, height }: PlacedPart): number => y + height;
const middle = ({ x, width }: PlacedPart): number => x + width / 2;

describe('placeSubjects', () => {
  it.each(['woman-standing', 'boy', 'robot', 'fox'])('holds an umbrella over the head of a %s', (holder) => {
    const { a, b } = pair(holder, 'holding', 'own:umbrella');
    const face = a.stance && figureBox(a.subject.icon, a.stance)?.face;
    const left = a.x + (face?.x ?? 0) * a.width;
    const right = left + (face?.width ?? 1) * a.width;
    expect(b.x).toBeLessThanOrEqual(left + 1);
    expect(b.x + b.width).toBeGreaterThanOrEqual(right - 1);
    expect(b.y).toBeLessThan(a.y);
  });

  it('stands parrots on the ground, and snowmen not far below people', () => {
    const parts = place(testScene([{ icon: 'parrot' }, { icon: 'snowman' }, { icon: 'woman' }]));
    const [parrot, snowman, woman] = ['parrot', 'snowman', 'woman'].map((icon) =>
      parts.find(({ subject }) => subject.icon === icon),
    );
    expect(parrot?.footing).toBe('ground');
    expect((snowman?.height ?? 0) / (woman?.height ?? 1)).toBeGreaterThan(0.6);
  });

  it('puts as many as there are, inside the picture, without hiding one behind another', () => {
    for (const count of [1, 2, 5, 12, 24]) {
      const parts = place(testScene([{ icon: 'cat', count }]));
      expect(parts).toHaveLength(count);
      for (const part of parts) {
        expect(part.x).toBeGreaterThan(-1);
        expect(part.x + part.width).toBeLessThan(1001);
        expect(part.y).toBeGreaterThan(0);
        expect(bottom(part)).toBeLessThan(1000);
      }
      parts.forEach((part, index) => {
        const hidden = parts.slice(index + 1).map((other) => {
          const across = Math.min(part.x + part.width, other.x + other.width) - Math.max(part.x, other.x);
          const down = Math.min(bottom(part), bottom(other)) - Math.max(part.y, other.y);
          return (Math.max(0, across) * Math.max(0, down)) / (part.width * part.height);
        });
        expect(Math.max(0, ...hidden)).toBeLessThan(0.6);
      });
    }
  });

  it('stands things on others', () => {
    const { a, b, isGuestBefore } = pair('cat', 'on', 'own:table');
    expect(Math.abs(bottom(a) - b.y)).toBeLessThan(b.height * 0.2);
    expect(Math.abs(middle(a) - middle(b))).toBeLessThan(b.width * 0.1);
    expect(isGuestBefore).toBe(true);
  });

  it('puts things under others', () => {
    const { a, b } = pair('cat', 'under', 'own:table');
    expect(a.y).toBeGreaterThan(b.y);
    expect(Math.abs(bottom(a) - bottom(b))).toBeLessThan(b.height * 0.1);
    const covered = pair('cat', 'under', 'umbrella');
    expect(covered.b.y).toBeLessThan(covered.a.y);
    expect(bottom(covered.b)).toBeLessThan(bottom(covered.a));
  });

  it('puts things beside, behind, and before others', () => {
    const beside = pair('dog', 'beside', 'house');
    expect(beside.a.x).toBeGreaterThanOrEqual(beside.b.x + beside.b.width);
    const behind = pair('house', 'behind', 'dog');
    expect(behind.isGuestBefore).toBe(false);
    expect(bottom(behind.a)).toBeLessThan(bottom(behind.b));
    const before = pair('dog', 'in_front_of', 'house');
    expect(before.isGuestBefore).toBe(true);
    expect(bottom(before.a)).toBeGreaterThan(bottom(before.b));
  });

  it('puts things in others, on their backs, in their hands, and above them', () => {
    const inside = pair('cat', 'in', 'own:box');
    expect(inside.isGuestBefore).toBe(false);
    expect(inside.a.y).toBeLessThan(inside.b.y + inside.b.height * 0.3);
    const riding = pair('person-standing', 'riding', 'horse');
    expect(bottom(riding.a)).toBeLessThan(bottom(riding.b));
    expect(riding.a.y).toBeLessThan(riding.b.y);
    // Who holds is the subject of the relation.
    const holding = pair('dog', 'holding', 'own:balloon');
    expect(middle(holding.b)).toBeGreaterThan(middle(holding.a));
    expect(bottom(holding.b)).toBeLessThan(bottom(holding.a));
    const flying = pair('dragon', 'flying_over', 'castle');
    expect(bottom(flying.a)).toBeLessThan(flying.b.y);
  });

  it('seats people on benches and in saddles, with their feet below', () => {
    for (const [guest, kind, host] of [
      ['old-man', 'on', 'own:bench'],
      ['astronaut', 'on', 'chair'],
      ['cook', 'in', 'own:armchair'],
      ['fox', 'riding', 'bicycle'],
      ['girl', 'riding', 'horse'],
      ['princess', 'on', 'two-hump-camel'],
    ] as const) {
      const { a, b, isGuestBefore } = pair(guest, kind, host);
      const seat = b.y + b.height * 0.4;
      expect(a.y, guest).toBeLessThan(b.y);
      expect(bottom(a), guest).toBeGreaterThan(seat);
      expect(bottom(a), guest).toBeLessThan(bottom(b) + b.height * 0.15);
      expect(isGuestBefore, guest).toBe(true);
      expect(middle(a), guest).toBeGreaterThan(b.x);
      expect(middle(a), guest).toBeLessThan(b.x + b.width);
    }
  });

  it('puts what is held into a hand: poles on the ground, kites high above, the rest at the hand', () => {
    const holding = (held: string) => pair('astronaut', 'holding', held);
    const flag = holding('own:flag');
    expect(bottom(flag.b)).toBeCloseTo(bottom(flag.a), 3);
    expect(flag.isGuestBefore).toBe(true);
    const parts = place(
      testScene([
        { icon: 'girl', relation: { kind: 'holding', target: 1 } },
        { icon: 'own:kite', color: 'red' },
      ]),
    );
    const [girl, kite] = ['girl', 'own:flown-kite'].map((icon) => parts.find(({ subject }) => subject.icon === icon));
    if (!girl || !kite) throw new Error('Somebody is missing.');
    expect(bottom(kite)).toBeGreaterThan(girl.y + girl.height * 0.3);
    expect(bottom(kite)).toBeLessThan(bottom(girl));
    expect(kite.y).toBeLessThan(girl.y - girl.height * 0.4);
    expect(kite.subject.color).toBe('red');
    const apple = holding('red-apple');
    expect(apple.isGuestBefore).toBe(false);
    expect(middle(apple.b)).toBeGreaterThan(middle(apple.a));
    expect(bottom(apple.b)).toBeLessThan(bottom(apple.a) - apple.a.height * 0.3);
  });

  it('lets each of several ride one of several', () => {
    const parts = place(
      testScene([
        { icon: 'monkey', count: 3, relation: { kind: 'riding', target: 1 } },
        { icon: 'elephant', count: 3 },
      ]),
    );
    const [monkeys, elephants] = ['monkey', 'elephant'].map((icon) =>
      parts.filter(({ subject }) => subject.icon === icon),
    );
    expect(monkeys).toHaveLength(3);
    for (const elephant of elephants ?? []) {
      const riders = (monkeys ?? []).filter(
        (monkey) => Math.abs(middle(monkey) - middle(elephant)) < elephant.width / 3,
      );
      expect(riders).toHaveLength(1);
    }
  });

  it('leaves out relations in a circle, and to nobody', () => {
    const circle = testScene([
      { icon: 'cat', relation: { kind: 'on', target: 1 } },
      { icon: 'dog', relation: { kind: 'on', target: 0 } },
      { icon: 'horse', relation: { kind: 'beside', target: 9 } },
    ]);
    expect(place(circle)).toHaveLength(3);
  });

  it('puts things where they belong', () => {
    const scene = testScene([{ icon: 'sailboat' }, { icon: 'bird' }, { icon: 'crab' }], { place: 'beach' });
    const [bird, boat, crab] = ['bird', 'sailboat', 'crab'].map(
      (icon) => place(scene).find(({ subject }) => subject.icon === icon) as PlacedPart,
    ) as [PlacedPart, PlacedPart, PlacedPart];
    expect(bottom(bird)).toBeLessThan(bottom(boat));
    expect(bottom(boat)).toBeLessThan(bottom(crab));
    expect([boat.footing, crab.footing]).toEqual(['water', 'ground']);
  });

  it('draws large things larger than small ones', () => {
    const parts = place(
      testScene([{ icon: 'ant' }, { icon: 'house' }, { icon: 'cat' }, { icon: 'cat', size: 'huge' }]),
    );
    const [ant, house, cat, hugeCat] = [0, 1, 2, 3].map(
      (id) => parts.find(({ subject }) => subject.id === id) as PlacedPart,
    ) as [PlacedPart, PlacedPart, PlacedPart, PlacedPart];
    expect(ant.height).toBeLessThan(cat.height);
    expect(cat.height).toBeLessThan(house.height);
    expect(hugeCat.height).toBeGreaterThan(cat.height * 1.5);
  });
});
