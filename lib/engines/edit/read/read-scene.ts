import type { EditPart, EditStep, SceneChange } from '../step';
import type { Clause } from './clause';
import { isNeutral } from './neutral-words';

const WHAT = "([\\p{L}\\p{N}][\\p{L}\\p{N}\\s'-]{0,80})";
const ADD = new RegExp(`^(?:add|put|insert|place|draw|include|give (?:it|me)|show) ${WHAT}$`, 'u');
const REMOVE = new RegExp(
  `^(?:remove|delete|erase|get rid of|take (?:away|out)|drop|lose|without) (?:all )?(?:of )?(?:the |that |any )?${WHAT}$`,
  'u',
);
const REPLACE = new RegExp(
  `^(?:replace|swap|exchange|change|turn|transform) (?:the )?${WHAT}? (?:with|by|for|into|to) ${WHAT}$`,
  'u',
);
const TIMES = 'night|day|dawn|dusk|sunrise|sunset|noon|evening|morning|midnight|daytime|nighttime';
const WEATHERS =
  'rain|rainy|raining|snow|snowy|snowing|fog|foggy|misty|storm|stormy|sunny|cloudy|windy|overcast|a rainbow';
const SEASONS = 'spring|summer|autumn|fall|winter';
const SET = new RegExp(
  `^(?:(?:make|turn|change|set|move|put|let|have|show|place|give|replace|swap) (?:it |this |that |the (?:scene|image|picture|time(?: of day)?|weather|season|sky|background) )?(?:be |look like |into |to |is )?)?(?:(?:at|in|during|into|to|with|by|on|as) )?(?:the |a )?(?:beautiful |golden |starry |clear )?(${TIMES}|${WEATHERS}|${SEASONS})(?: time| scene| day| sky| background)?$`,
);
/** `Add a sunset in the background`. */
const SET_BEHIND = new RegExp(
  `^(?:add|put) (?:the |a )?(${TIMES}|${WEATHERS}) (?:in|to|into|as) (?:the )?(?:sky|background)$`,
);
const PLACES =
  'beach|forest|woods|mountains?|city|desert|sea|ocean|meadow|field|street|village|room|kitchen|garden|jungle|lake|farm|space|sky|park|snow';
/** `Make the background a forest`. */
const PLACE_BEHIND = new RegExp(
  `^(?:make|turn|change|set|replace|swap) the (?:background|backdrop|setting|scenery)(?: be)?(?: to| into| with| by)? ((?:the |an? )?(?:${PLACES}))$`,
);
const MOVE = new RegExp(
  `^(?:set|move|put|place|change|make) (?:it|this|the scene|everything|the background)(?: to be| scene)? (?:to |into )?((?:at|in|on|under|to) (?:the |a |an )?[\\p{L} -]{3,40})$`,
  'u',
);
const PREPOSITIONS: readonly [RegExp, string][] = [
  [new RegExp(`^(?:${SEASONS})$`), 'in'],
  [/^(?:night|dawn|dusk|sunrise|sunset|noon|midnight|nighttime)$/, 'at'],
  [/^(?:day|evening|morning|daytime)$/, 'in the'],
  [/^(?:rain|snow|fog|storm)$/, 'in the'],
];
/** Words for a part of the image, whose light does not change alone. */
const BEHIND = /\bbackground\b/;
/** What pixels can do about times of day, in any image. */
const GRADES: readonly [RegExp, EditStep][] = [
  [/^(?:night|midnight|nighttime)$/, { kind: 'filter', filter: 'night', amount: 0.8 }],
  [/^(?:sunset|dusk|sunrise|dawn|evening)$/, { kind: 'filter', filter: 'sunset', amount: 0.8 }],
];
/** An object that begins another instruction was split wrongly. */
const VERB = /\b(?:make|turn|crop|rotate|flip|resize|remove|replace|blur|sharpen|convert|change)\b/;
/** What is no object of a scene. */
const NO_OBJECT =
  /\b(?:image|picture|photo|background|colou?rs?|text|brightness|contrast|border|frame|filter|style|logo|watermark|noise|layer|pixels?|corners?|it|this|that)\b/;

/** Where in the picture something is added, at the end of an instruction. */
const SIDE =
  /,? (?:on|to|at|in|into) the (?:very |far )?(left|right|middle|cent(?:er|re))(?:[ -]hand)?(?: side| half| part)?(?: of (?:the |this )?(?:image|picture|photo|scene))?$/;
/** Positions that no composed picture follows: how high something is. */
const NOT_FOLLOWED =
  /\b(?:at|in|on|to|near|along) the (?:very )?(?:top|bottom|upper|lower)\b(?! of (?!(?:the |this )?(?:image|picture|photo|scene)\b))/;

/** Reads changes that only a composed picture can show, and those that its pixels can show somewhat. */
export function readScene({ text }: Clause): Omit<EditPart, 'clause'> | null {
  const set = SET.exec(text)?.[1] ?? SET_BEHIND.exec(text)?.[1];
  if (set) return changedTo(set, !BEHIND.test(text));
  const behind = PLACE_BEHIND.exec(text)?.[1];
  if (behind) return changed({ kind: 'set', what: `${/beach|sea|ocean|lake/.test(behind) ? 'at' : 'in'} ${behind}` });
  const place = MOVE.exec(text)?.[1];
  if (place) return changed({ kind: 'set', what: place.replace(/^to /, 'at ') });
  const replace = REPLACE.exec(text);
  const [, what = '', named = ''] = replace ?? [];
  const by = withSide(named);
  if (isObject(what) && isObject(by)) return changed({ kind: 'replace', what, by });
  const added = withSide(ADD.exec(text)?.[1] ?? '');
  if (isObject(added)) return changed({ kind: 'add', what: added });
  const removed = REMOVE.exec(text)?.[1] ?? '';
  return isObject(removed) ? changed({ kind: 'remove', what: removed }) : null;
}

/** What is there: a time of day, weather, or a season. The light of some times falls on any image, and on all of it. */
function changedTo(set: string, isAll: boolean): Omit<EditPart, 'clause'> {
  const preposition = PREPOSITIONS.find(([pattern]) => pattern.test(set))?.[1];
  const grade = isAll ? GRADES.find(([pattern]) => pattern.test(set))?.[1] : undefined;
  return changed({ kind: 'set', what: preposition ? `${preposition} ${set}` : set }, grade);
}

/** With the words for a side of the picture that the composer reads. */
function withSide(what: string): string {
  const side = SIDE.exec(what);
  if (!side) return what;
  const thing = what.slice(0, side.index);
  return side[1] === 'left' || side[1] === 'right' ? `${thing} on the ${side[1]}` : `${thing} in the middle`;
}

function changed(change: SceneChange, step?: EditStep): Omit<EditPart, 'clause'> {
  return { steps: step ? [step] : [], change };
}

function isObject(text: string): boolean {
  return text !== '' && !VERB.test(text) && !NO_OBJECT.test(text) && !NOT_FOLLOWED.test(text) && !isNeutral(text);
}
