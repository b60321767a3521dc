const IRREGULAR: Record<string, string> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  teeth: 'tooth',
  oxen: 'ox',
  lice: 'louse',
  dice: 'die',
  wolves: 'wolf',
  leaves: 'leaf',
  knives: 'knife',
  wives: 'wife',
  loaves: 'loaf',
  elves: 'elf',
  calves: 'calf',
  halves: 'half',
  scarves: 'scarf',
  hooves: 'hoof',
  dwarves: 'dwarf',
  thieves: 'thief',
  shelves: 'shelf',
  cacti: 'cactus',
  octopi: 'octopus',
  fungi: 'fungus',
  hippopotami: 'hippopotamus',
  bacteria: 'bacterium',
  policemen: 'policeman',
  policewomen: 'policewoman',
  firemen: 'fireman',
  fishermen: 'fisherman',
  snowmen: 'snowman',
  businessmen: 'businessman',
  gentlemen: 'gentleman',
  horsemen: 'horseman',
};

/**
 * The words of which `word` may be the plural, most likely first; none if it has no form of a plural. Whether they
 * exist is for the caller to check.
 */
export function singularsOf(word: string): string[] {
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return [irregular];
  if (word.length < 3 || !word.endsWith('s') || word.endsWith('ss')) return [];
  const forms = [word.slice(0, -1)];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  return forms;
}
