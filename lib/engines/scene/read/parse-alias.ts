import {
  type Mood,
  type Place,
  type Season,
  type SubjectColor,
  type SubjectSize,
  type TimeOfDay,
  type Weather,
} from '../scene';
import { type Setting, type Thing } from './meaning';

/** A line of an alias table. */
type Alias = { phrases: string[]; things: Thing[]; setting: Setting };

/**
 * Reads an alias table. A line is `phrase, phrase = meaning`; a meaning has things joined by `+`, and settings.
 *
 * - A thing is `icon`, with `/color`, `^size`, and `*count` behind it, in this order: `own:balloon/red^huge*3`.
 * - A setting begins with a sign: `@forest` place, `?forest` place if no other is named, `!night` time, `&rain` weather,
 *   `%winter` season, `~calm` mood,
 *   `#cloudless` a sky without clouds, `#sunny` one with the sun in it. `none` is nothing at all: a word that is understood and changes nothing.
 * @throws Error for a line in another format
 */
export function parseAliases(table: string): Alias[] {
  return table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [phrases, meaning] = line.split(' = ');
      if (!phrases || !meaning) throw new Error(`Not an alias: ${line}`);
      return { phrases: phrases.split(',').map((phrase) => phrase.trim()), ...parseMeaning(meaning) };
    });
}

/** Reads the right side of a line. */
export function parseMeaning(text: string): { things: Thing[]; setting: Setting } {
  const things: Thing[] = [];
  const setting: Setting = {};
  for (const part of text.split(/[\s+]+/).filter((word) => word !== '' && word !== 'none')) {
    if (!addSetting(setting, part)) things.push(parseThing(part));
  }
  return { things, setting };
}

const THING = /^([a-z0-9:-]+)(?:\/([a-z]+))?(?:\^([a-z]+))?(?:\*(\d+))?$/;

function parseThing(text: string): Thing {
  const [, icon, color, size, count] = THING.exec(text) ?? [];
  if (icon === undefined) throw new Error(`Not a thing: ${text}`);
  return {
    icon,
    count: count === undefined ? 1 : Number(count),
    ...(color !== undefined && { color: color as SubjectColor }),
    ...(size !== undefined && { size: size as SubjectSize }),
  };
}

function addSetting(setting: Setting, part: string): boolean {
  const value = part.slice(1);
  if (part.startsWith('@')) setting.place = value as Place;
  else if (part.startsWith('?')) setting.weakPlace = value as Place;
  else if (part.startsWith('!')) setting.time = value as TimeOfDay;
  else if (part.startsWith('&')) setting.weather = value as Weather;
  else if (part.startsWith('%')) setting.season = value as Season;
  else if (part.startsWith('~')) setting.mood = value as Mood;
  else if (part === '#cloudless' || part === '#sunny') setting.sky = part === '#sunny' ? 'sunny' : 'cloudless';
  else return false;
  return true;
}
