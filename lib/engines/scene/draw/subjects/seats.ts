/** Where people sit, and what they ride. */
import type { RelationKind } from '../../scene';
import type { Pose } from '../figures/skeleton';

const SEATS =
  /^own:(bench|chair|armchair|sofa|bed|wall|rock|stairs|box|hill|cube|fence)$|^(chair|couch-and-lamp|bed|wood|crescent-moon)$/;
/** In these, people sit too. */
const ARMCHAIRS = /^own:(chair|armchair|sofa)$|^(chair|couch-and-lamp)$/;
const CYCLES = /^(bicycle|motor-scooter|motorcycle)$/;
const MOUNTS =
  /^(horse|cow|ox|water-buffalo|bison|moose|two-hump-camel|camel|rhinoceros|hippopotamus|elephant|mammoth|carousel-horse|donkey|zebra|deer|llama|goat|ram|ewe|pig|boar|tiger|leopard|giraffe|turtle|sauropod|t-rex|dragon|own:dragon|dog|cat|rabbit|crocodile|whale|dolphin)$/;

/** Who is in an armchair is on its seat. */
export function onSeat(kind: RelationKind, host: string): RelationKind {
  return kind === 'in' && ARMCHAIRS.test(host) ? 'on' : kind;
}

/** What somebody does who is so related to a host; absent if just what is usual. */
export function poseOn(kind: RelationKind, host: string): Pose | undefined {
  if (kind === 'on' && SEATS.test(host)) return 'sitting';
  if (kind !== 'riding' && kind !== 'on') return undefined;
  if (CYCLES.test(host)) return 'cycling';
  return MOUNTS.test(host) ? 'astride' : undefined;
}

/** Where a rider sits, as shares of the box of what is ridden. All icons face the left. */
const SADDLES: Readonly<Record<string, { x: number; y: number }>> = {
  bicycle: { x: 0.64, y: 0.16 },
  'motor-scooter': { x: 0.6, y: 0.26 },
  motorcycle: { x: 0.6, y: 0.34 },
  horse: { x: 0.58, y: 0.4 },
  'carousel-horse': { x: 0.5, y: 0.4 },
  elephant: { x: 0.58, y: 0.08 },
  mammoth: { x: 0.58, y: 0.12 },
  'two-hump-camel': { x: 0.63, y: 0.34 },
  camel: { x: 0.6, y: 0.24 },
  giraffe: { x: 0.62, y: 0.5 },
  turtle: { x: 0.52, y: 0.1 },
  dragon: { x: 0.5, y: 0.5 },
  cow: { x: 0.6, y: 0.2 },
};

/** The saddle of an icon, as shares of its box. */
export function saddleOf(icon: string): { x: number; y: number } {
  return SADDLES[icon] ?? { x: 0.56, y: 0.3 };
}
