import { type Place, type Scene } from '../scene';
import { type Exclusions, excludesSetting } from './exclude';
import { isIn, membershipOf } from './groups';
import { type Setting } from './meaning';
import { type Mention, type Reading } from './clauses/reading';

type SceneSetting = Omit<Scene, 'subjects'>;

/** Groups that say where a scene is before all others do. */
const TELLING_GROUPS = ['furniture', 'waters', 'spaceThings'];

/** Where and when the scene is: what the prompt says first counts; the rest follows from what is in it. */
export function chooseSetting(reading: Reading, subjects: Mention[], exclusions: Exclusions): SceneSetting {
  const settings = settingsOf(reading, subjects);
  const first = <K extends 'time' | 'weather' | 'season' | 'mood'>(name: K) =>
    settings
      .map((setting) => setting[name])
      .find((value) => value !== undefined && !excludesSetting(exclusions, name, value));
  const place = choosePlace({ ...reading, settings }, subjects, exclusions);
  // Without a season, it is summer.
  const season = first('season') ?? (excludesSetting(exclusions, 'season', 'summer') ? 'spring' : undefined);
  const mood = first('mood');
  const isCloudless =
    settings.some(({ sky }) => sky === 'cloudless') || excludesSetting(exclusions, 'weather', 'cloudy');
  // On other days, the sun shines in any case.
  const isSunnyWinter = (season === 'winter' || place === 'snow') && settings.some(({ sky }) => sky === 'sunny');
  return {
    place,
    time: first('time') ?? usualTime(place, exclusions),
    weather: first('weather') ?? (excludesSetting(exclusions, 'weather', 'clear') ? 'cloudy' : 'clear'),
    ...(season !== undefined && { season }),
    ...(mood !== undefined && { mood }),
    ...(isCloudless && { sky: 'cloudless' as const }),
    ...(!isCloudless && isSunnyWinter && { sky: 'sunny' as const }),
    ...(exclusions.scenery.length > 0 && { without: exclusions.scenery }),
    ...(reading.backdrop !== undefined && place === 'plain' && { backdrop: reading.backdrop }),
  };
}

/** When it is if the prompt does not say. */
function usualTime(place: Place, exclusions: Exclusions): Scene['time'] {
  const times = [place === 'space' ? 'night' : 'day', 'night', 'sunset', 'day'] as const;
  return times.find((time) => !excludesSetting(exclusions, 'time', time)) ?? times[0];
}

/** Where ideas are counts only if nothing that can be seen is drawn; "Halloween" is night in any case. */
function settingsOf(reading: Reading, subjects: Mention[]): Setting[] {
  const isIdea = subjects.every((subject) => subject.isAbstract);
  const ideas = reading.ideas.map(({ place, weakPlace, ...when }) => (isIdea ? { place, weakPlace, ...when } : when));
  return [...reading.settings, ...ideas];
}

function choosePlace(reading: Reading, subjects: Mention[], exclusions: Exclusions): Place {
  const allowed = (place: Place | undefined) => place !== undefined && !excludesSetting(exclusions, 'place', place);
  const named = reading.settings.map(({ place }) => place).find(allowed);
  if (named !== undefined) return named;
  if (reading.isPlain) return 'plain';
  const suggested = reading.settings.map(({ weakPlace }) => weakPlace).find(allowed);
  if (suggested !== undefined) return suggested;
  const usual = [...homesOf(subjects)].find(allowed);
  if (usual !== undefined) return usual;
  const saysWhen = reading.settings.some(({ time, weather, season }) => time ?? weather ?? season);
  return saysWhen && allowed('meadow') ? 'meadow' : 'plain';
}

/** Where the subjects usually are, the most telling first. */
function homesOf(subjects: Mention[]): Place[] {
  const all = subjects.filter((subject) => !subject.isAbstract && !subject.isOwned);
  const first = all.filter(({ side }) => side !== 'elsewhere');
  const concrete = first.length > 0 ? first : all;
  const telling = concrete.filter((subject) => TELLING_GROUPS.some((group) => isIn(subject.icon, group)));
  return [...telling, ...concrete].flatMap((subject) => membershipOf(subject.icon).home ?? []);
}
