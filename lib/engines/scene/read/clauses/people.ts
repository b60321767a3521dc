import { processState } from '@/lib/platform/process-state';
import { isIn } from '../groups';
import { TONED, type Tone } from '../icons/people-icons';
import { type Gender } from '../meaning';
import { peopleIcons } from '../scene-icons';

/** Icons of people of whom nothing is known but age and gender: an activity changes them. */
const PLAIN_PEOPLE: Record<string, { role: Gender | 'person'; isChild?: boolean }> = {
  'man-standing': { role: 'man' },
  'woman-standing': { role: 'woman' },
  'person-standing': { role: 'person' },
  man: { role: 'man' },
  woman: { role: 'woman' },
  person: { role: 'person' },
  boy: { role: 'man', isChild: true },
  girl: { role: 'woman', isChild: true },
  child: { role: 'person', isChild: true },
  'old-man': { role: 'man' },
  'old-woman': { role: 'woman' },
  'older-person': { role: 'person' },
};

/** Pairs whose names are not made by a rule. */
const PAIRS: [man: string, woman: string][] = [
  ['prince', 'princess'],
  ['old-man', 'old-woman'],
  ['boy', 'girl'],
  ['santa-claus', 'mrs-claus'],
];

/** Whether an icon is a person. */
export function isPersonIcon(icon: string): boolean {
  return isIn(icon, 'people');
}

/** Whether an icon is a person of whom only age and gender are known. */
export function isPlainPerson(icon: string): boolean {
  return icon in PLAIN_PEOPLE;
}

/** Whether an icon is of a child. */
export function isChild(icon: string): boolean {
  return PLAIN_PEOPLE[icon]?.isChild === true;
}

/** The icon of the same person as a man or woman; itself if there is none. */
export function withGender(icon: string, gender: Gender): string {
  for (const [man, woman] of PAIRS) {
    if (icon === man || icon === woman) return gender === 'man' ? man : woman;
  }
  if (icon === 'child') return gender === 'man' ? 'boy' : 'girl';
  if (icon === 'older-person') return `old-${gender}`;
  const role = icon.replace(/^(?:person|man|woman)-/, '');
  return firstIcon([`${gender}-${role}`]) ?? icon;
}

/** The icon of a plain person who does something; itself if there is none, or if it is somebody special. */
export function withActivity(icon: string, activity: string): string {
  const person = PLAIN_PEOPLE[icon];
  if (!person) return icon;
  return firstIcon([`${person.role}-${activity}`, `person-${activity}`, activity, `woman-${activity}`]) ?? icon;
}

/** The icon in a skin tone; itself if it is offered in none. */
export function withTone(icon: string, tone: Tone): string {
  return TONED.split(' ').includes(icon) ? `${icon}-${tone}` : icon;
}

function firstIcon(names: string[]): string | undefined {
  const known = processState('scene.people', () => new Set(peopleIcons()));
  return names.find((name) => known.has(name));
}
