/**
 * Words that are a noun or a verb. After a noun, or after "to", they are taken as verbs: "birds fly", "a fly".
 */
export const NOUNS_OR_VERBS =
  'building fall fly flies watch swallow swallows bear bears rock rocks park parks seal saw wave bat bats train trains cook cooks leaves ship ships rose plant plants hug fish guard guards judge pilot sleep dream dreams fight fights work play drink duck ring rings ski dance exercise slide paint hammer brush present letter nail target mask drive walk';

/** Words that are a noun only after an article or a modifier: "a well". */
export const NOUNS_AFTER_ARTICLES =
  'well mate fan post auto store stable steps die pot tie record notes horn mark plug pan tear drill roll elder captain';

/** Nouns that take the form of what stands before them: a "cat statue" is drawn as a cat. */
export const FORMS =
  'statue statues sculpture toy toys costume figurine doll plush plushie plushies mask monument pinata ornament family couple';

/** What a word means if one of the context's words is in the prompt too. The first that fits counts. */
export const SENSES: { word: string; context: string; alias: string }[] = [
  { word: 'bat', context: 'baseball pitcher batter homerun ballpark', alias: 'baseball' },
  { word: 'bat', context: 'cricket wicket bowler', alias: 'cricket-game' },
  { word: 'beetle', context: 'volkswagen vw car parked driving', alias: 'automobile' },
  { word: 'mouse', context: 'computer keyboard laptop desktop usb wireless monitor', alias: 'computer-mouse' },
  {
    word: 'crane',
    context: 'construction building skyscraper skyscrapers harbor harbour port site tower container cargo',
    alias: 'building-construction',
  },
  { word: 'seal', context: 'wax envelope letter stamp document', alias: 'none' },
  { word: 'bow', context: 'violin cello', alias: 'none' },
  { word: 'bow', context: 'hair gift ribbon dress wearing present pink', alias: 'ribbon' },
  { word: 'cricket', context: 'stadium wicket bowler ball player', alias: 'cricket-game' },
  { word: 'trunk', context: 'elephant elephants car', alias: 'none' },
  { word: 'bark', context: 'dog dogs tree', alias: 'none' },
  { word: 'jam', context: 'traffic', alias: 'automobile*5' },
  { word: 'bank', context: 'river lake stream', alias: 'none' },
  { word: 'pitcher', context: 'baseball', alias: 'person-bouncing-ball' },
  { word: 'chips', context: 'casino poker computer', alias: 'none' },
  { word: 'horn', context: 'unicorn rhino rhinoceros goat bull', alias: 'none' },
  { word: 'horns', context: 'goat bull devil demon dragon deer', alias: 'none' },
  { word: 'scales', context: 'dragon fish snake lizard mermaid', alias: 'none' },
  { word: 'plane', context: 'geometry', alias: 'none' },
  { word: 'steps', context: 'dance', alias: 'none' },
  { word: 'ring', context: 'boxing', alias: 'boxing-glove' },
  { word: 'rings', context: 'planet saturn', alias: 'none' },
  { word: 'football', context: 'american nfl touchdown helmet', alias: 'american-football' },
  { word: 'glasses', context: 'wine water milk beer champagne', alias: 'wine-glass*2' },
  { word: 'mercury', context: 'thermometer', alias: 'none' },
  { word: 'needle', context: 'compass', alias: 'none' },
  { word: 'keyboard', context: 'piano music band musician', alias: 'musical-keyboard' },
  { word: 'organ', context: 'medical surgery heart', alias: 'anatomical-heart' },
  { word: 'branch', context: 'bank', alias: 'none' },
  { word: 'coral', context: 'dress shirt lipstick', alias: 'none' },
];
