import { ANIMALS } from './aliases/animals';
import { CONCEPTS } from './aliases/concepts';
import { FOOD } from './aliases/food';
import { NATURE } from './aliases/nature';
import { OTHER_LANGUAGES } from './aliases/other-languages';
import { PEOPLE } from './aliases/people';
import { THINGS } from './aliases/things';
import { VEHICLES } from './aliases/vehicles';
import { ICON_GROUPS } from './icons/icon-groups';
import { OTHER_PEOPLE, PERSON_ROLES, PROFESSIONS, TONED, TONES } from './icons/people-icons';
import { parseAliases } from './parse-alias';
import { SETTINGS } from './words/settings';

/** The alias tables of things, the most special first. */
export const ALIAS_TABLES = [PEOPLE, ANIMALS, FOOD, NATURE, VEHICLES, THINGS, OTHER_LANGUAGES];

/**
 * Names of all icons that a scene can have, sorted: everything else of the icon set can be left out of what is shipped.
 * Drawings of our own (`own:`) are not among them.
 */
export function sceneIcons(): readonly string[] {
  const aliased = [...ALIAS_TABLES, CONCEPTS, SETTINGS].flatMap((table) =>
    parseAliases(table).flatMap((alias) => alias.things.map((thing) => thing.icon)),
  );
  const grouped = Object.values(ICON_GROUPS).flatMap((group) => group.icons.split(' '));
  const names = new Set([...aliased, ...grouped, ...peopleIcons()]);
  return [...names].filter((name) => !name.startsWith('own:')).sort();
}

/** Names of all icons of people. */
export function peopleIcons(): string[] {
  return [
    ...PROFESSIONS.split(' ').flatMap((name) => [name, `man-${name}`, `woman-${name}`]),
    ...PERSON_ROLES.split(' ').flatMap((name) => [`person-${name}`, `man-${name}`, `woman-${name}`]),
    ...OTHER_PEOPLE.split(' '),
    ...TONED.split(' ').flatMap((name) => TONES.map((tone) => `${name}-${tone}`)),
  ];
}
